// A very long text in pieces.
import { expect, it } from "vitest"
import { beginningOf, endOf, piecesOf } from "./pieces-of.ts"

const lines = Array.from({ length: 3000 }, (_, line) => `Line ${line}`).join("\n")

it.each([
  ["a word of a million letters", "a".repeat(1_000_000), ""],
  ["many lines", lines, "\n"],
  ["signs of two halves", "😀".repeat(10_001), ""],
  ["nothing", "", ""],
])("%s is the same when the pieces are put together, and no piece is long", (_, text, between) => {
  const pieces = piecesOf(text)
  expect(pieces.join(between) === text).toBe(true)
  expect(Math.max(0, ...pieces.map(({ length }) => length))).toBeLessThanOrEqual(4001)
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
})

const LINES = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join("\n")

it("the beginning and the end of a long text are short, whole signs, and the end is whole lines", () => {
  expect(beginningOf("😀".repeat(2000))).toBe(`${"😀".repeat(1000)}…`)
  expect(beginningOf(`x${"😀".repeat(2000)}`)).toBe(`x${"😀".repeat(1000)}…`)
  expect(endOf(LINES)).toMatch(/^…\nline \d+\n.*line 999$/s)
  expect(endOf(LINES).length).toBeLessThanOrEqual(2002)
  expect(endOf("x".repeat(9000))).toBe(`…\n${"x".repeat(2000)}`)
})
