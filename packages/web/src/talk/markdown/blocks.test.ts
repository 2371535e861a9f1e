// Blocks of a growing text are those of the whole text, and those that are complete stay the same objects.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { NO_BLOCKS, type Split, splitBlocks } from "./blocks.ts"

const PIECES = [
  "# Title\n\n",
  "Some words, ",
  "and more.\n\n",
  "- one\n",
  "- two\n",
  "\n  still two\n\n",
  "1. first\n\n2. second\n\n",
  "```ts\nconst a = 1\n\n\nconst b = 2\n```\n\n",
  "~~~\nopen",
  "\n~~~\n",
  "| a | b |\n|---|---|\n| 1 | 2 |\n\n",
  "> quoted\n> again\n\n",
  "$$\nx^2\n$$\n\n",
  "Title\n===\n\n",
  "[1]: https://example.com/a\n\n",
  "See [1] and [this][1].\n\n",
  "<details>\n<summary>More</summary>\n\nText\n\n</details>\n\n",
  "---\n\n",
]

function grown(text: string, size: number): Split {
  let split = NO_BLOCKS
  for (let end = size; end < text.length + size; end += size) split = splitBlocks(text.slice(0, end), split)
  return split
}

describe("splitBlocks", () => {
  it("cuts a text that grows as it cuts the whole text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        (all, size) => {
          const text = all.join("")
          const sources = (split: Split) => split.blocks.map(({ source }) => source.trim()).join("\n")
          expect(sources(grown(text, size)).replaceAll(/\s+/g, " ")).toBe(
            sources(splitBlocks(text)).replaceAll(/\s+/g, " "),
          )
        },
      ),
      { numRuns: 300 },
    )
  })

  it("keeps the blocks before the last one", () => {
    const first = splitBlocks("One.\n\nTwo.\n\nThr")
    const second = splitBlocks("One.\n\nTwo.\n\nThree.", first)
    expect(second.blocks[0]).toBe(first.blocks[0])
    expect(second.blocks[1]).toBe(first.blocks[1])
    expect(second.blocks[2]?.source).toBe("Three.")
  })

  it("an address that is not complete yet is forgotten", () => {
    const first = splitBlocks("See [this][1].\n\n[1]: https://exam")
    const { definitions } = splitBlocks("See [this][1].\n\n[1]: https://example.com/a", first)
    expect(definitions.map(({ source }) => source)).toEqual(["[1]: https://example.com/a"])
  })

  it.each([
    ["```ts\nlet a\n```", { kind: "code", language: "ts", code: "let a" }],
    ["```\nlet a", { kind: "code", language: "", code: "let a" }],
    ["| a |\n|---|\n| 1 |", { kind: "table" }],
    ["words", { kind: "other" }],
  ])("tells what %j is", (text, expected) => {
    expect(splitBlocks(text).blocks).toMatchObject([expected])
  })

  it("collects addresses that are named anywhere", () => {
    const { definitions, blocks } = splitBlocks("See [this][1].\n\n[1]: https://example.com/a\n\nEnd.")
    expect(definitions).toMatchObject([{ source: "[1]: https://example.com/a" }])
    expect(blocks).toHaveLength(2)
  })
})

it("quotes in each other beyond what the stack holds are one block, and more can come after them", () => {
  const deep = `${">".repeat(20_000)} inside`
  const split = splitBlocks(`First.\n\n${deep}`)
  expect(split.blocks.map(({ source }) => source).join("")).toContain(deep)
  expect(splitBlocks(`First.\n\n${deep} and more`, split).blocks.at(-1)?.source).toContain("and more")
})
