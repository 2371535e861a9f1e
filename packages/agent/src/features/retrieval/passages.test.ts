import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { splitPassages } from "./passages.ts"

const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n + 1}\n`).join("")

describe("passages", () => {
  it("are 40 lines long and overlap by 8", () => {
    expect(splitPassages(lines(100)).map(({ first, last }) => [first, last])).toEqual([
      [1, 40],
      [33, 72],
      [65, 100],
    ])
  })

  it.each([
    ["", []],
    ["\n\n  \n", []],
    ["one", [[1, 1]]],
    ["one\ntwo\n", [[1, 2]]],
    [lines(40), [[1, 40]]],
  ])("of %j are %j", (text, expected) => {
    expect(splitPassages(text).map(({ first, last }) => [first, last])).toEqual(expected)
  })

  it("split a very long line", () => {
    const passages = splitPassages(`short\n${"x".repeat(9000)}\nshort`)
    expect(passages.every(({ start, end }) => end - start <= 4000)).toBe(true)
    expect(passages.filter(({ first, last }) => first === 2 && last === 2).length).toBeGreaterThanOrEqual(2)
    expect(passages.at(-1)).toMatchObject({ last: 3 })
  })

  it("do not cut a long line within a word where possible", () => {
    const text = "abcdefg ".repeat(2000)
    const pieces = splitPassages(text).map(({ start, end }) => text.slice(start, end))
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces) expect(piece).toMatch(/^abcdefg .*abcdefg $/)
  })

  it("cover every character that is not blank, in order, with the right lines, and split no surrogate pair", () => {
    const line = fc.oneof(
      fc.string({ unit: "binary", maxLength: 30 }),
      fc.constantFrom("😀".repeat(3000), "", "x".repeat(4100)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 150 }), (parts) => {
        const text = parts.join("\n").toWellFormed()
        let covered = 0
        for (const { first, last, start, end } of splitPassages(text)) {
          expect(text.slice(covered, start)).toMatch(/^\s*$/)
          expect(text.slice(0, start).split("\n").length).toBe(first)
          expect(text.slice(0, end).split("\n").length).toBe(last)
          expect(text.slice(start, end).isWellFormed()).toBe(true)
          covered = Math.max(covered, end)
        }
        expect(text.slice(covered)).toMatch(/^\s*$/)
      }),
    )
  })
})
