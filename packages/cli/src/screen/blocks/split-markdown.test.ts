// Where a streamed Markdown text is cut into blocks.
import { describe, expect, it } from "vitest"
import { splitMarkdown } from "./split-markdown.ts"

const FENCED = "```ts\nconst a = 1\n\nconst b = 2\n```"

describe("splitMarkdown", () => {
  it.each<[what: string, text: string, finished: readonly string[], rest: string]>([
    ["keeps one paragraph open", "one\ntwo", [], "one\ntwo"],
    ["waits for the line after a blank one", "one\n\n", [], "one\n\n"],
    ["finishes a paragraph when the next begins", "one\n\ntwo", ["one"], "two"],
    ["keeps a fence together", `${FENCED}\n\nnext`, [FENCED], "next"],
    ["begins a block at a fence at the margin", "Here:\n```\na\n\nb", ["Here:"], "```\na\n\nb"],
    ["ends a block with such a fence", `Here:\n${FENCED}\nand on`, ["Here:", FENCED], "and on"],
    [
      "keeps the fence of a list item with it",
      "- a\n  ```\n  b\n\n  c\n  ```\nx",
      [],
      "- a\n  ```\n  b\n\n  c\n  ```\nx",
    ],
    ["takes no words between three quotes for a fence", "```a``` b\n\nc", ["```a``` b"], "c"],
    ["keeps an open fence open", "```\na\n\nb", [], "```\na\n\nb"],
    ["is not fooled by a shorter fence inside", "````\n```\n\nx\n````\n\ny", ["````\n```\n\nx\n````"], "y"],
    ["keeps the indented part of a list item with it", "- a\n\n  more\n\nend", ["- a\n\n  more"], "end"],
    ["finishes several at once", "# a\n\nb\n\n\nc", ["# a", "b"], "c"],
    ["keeps a table together", "|a|b|\n|-|-|\n|1|2|\n\nx", ["|a|b|\n|-|-|\n|1|2|"], "x"],
  ])("%s", (_, text, finished, rest) => {
    expect(splitMarkdown(text)).toEqual({ finished, rest })
  })

  it("gives the same blocks whole or letter by letter", () => {
    const text = `# Title\n\nSome *text*\nmore\n\n${FENCED}\n\n1. a\n\n   b\n2. c\n\nlast`
    const blocks: string[] = []
    let rest = ""
    for (const letter of text) {
      const split = splitMarkdown(rest + letter)
      blocks.push(...split.finished)
      rest = split.rest
    }
    expect({ finished: blocks, rest }).toEqual(splitMarkdown(text))
  })
})
