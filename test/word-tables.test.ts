// The word tables match their own headings: how each line is spelled, and which lines name tools of the labelled set.
import { describe, expect, it } from "vitest"
import { DATA_FILE, readData } from "../bench/prefilter/data.ts"
import { normalise } from "../packages/agent/src/text/normalise.ts"
import { stem } from "../packages/agent/src/text/stem.ts"
import { wordsIn } from "../packages/agent/src/tool-search/terms.ts"
import { WORD_GROUPS } from "../packages/agent/src/tool-search/word-tables.ts"

const data = readData(DATA_FILE)
if (typeof data === "string") throw new Error(data)
const named = new Set(data.tools.flatMap(({ name }) => wordsIn(name).map(stem)))

const groups = WORD_GROUPS.map(({ kind, source, lines }) => ({ kind, source, lines: lines.trim().split("\n") }))

function meantBy(line: string): readonly string[] {
  const [, words = ""] = line.split(": ")
  return (words.split(/[;|]/)[0] ?? "").trim().split(" ")
}

describe("the word tables", () => {
  it.each(groups)("$kind, $source: the group holds what its heading says", ({ source, lines }) => {
    const isNamed = source.startsWith("tools of")
    expect(lines.filter((line) => meantBy(line).some((word) => named.has(stem(word))) !== isNamed)).toEqual([])
  })

  it.each(groups)("$kind, $source: each line has the required format and is normalised", ({ lines }) => {
    expect(lines.filter((line) => !/^[a-z-]+: [a-z0-9 ]+(?: ; [a-z0-9 ]+)?(?: \| [a-z0-9 ]+)?$/.test(line))).toEqual([])
    expect(lines.filter((line) => normalise(line) !== line)).toEqual([])
  })

  it("list each meaning of a kind once", () => {
    for (const kind of ["deed", "subject"]) {
      const names = groups
        .filter((group) => group.kind === kind)
        .flatMap(({ lines }) => lines.map((line) => line.split(":")[0]))
      expect(new Set(names).size).toBe(names.length)
    }
  })
})
