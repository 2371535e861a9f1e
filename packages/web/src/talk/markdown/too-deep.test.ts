// Which texts are not read as Markdown.
import { expect, it } from "vitest"
import { isTooDeep } from "./too-deep.ts"

it.each([
  ["words", "Hello", false],
  ["99 quotes", ">".repeat(99), false],
  ["100 quotes", ">".repeat(100), true],
  ["quotes with room between them", "> ".repeat(100), true],
  ["quotes on a later line", `Words\n\n  ${">".repeat(100)} x`, true],
  ["quotes behind words", `x ${">".repeat(100)}`, false],
  ["lists in each other", "- ".repeat(100), true],
  ["numbered lists in each other", "1. ".repeat(100), true],
  ["both in turn", "> 1) * ".repeat(50), true],
  ["a line of a table", "| a ".repeat(200), false],
  ["a line across", "-".repeat(200), false],
])("%s", (_, text, expected) => {
  expect(isTooDeep(text)).toBe(expected)
})

it("a line of a million marks that are no marks is looked at once", () => {
  expect(isTooDeep(`${" ".repeat(1_000_000)}x`)).toBe(false)
  expect(isTooDeep("1".repeat(1_000_000))).toBe(false)
})
