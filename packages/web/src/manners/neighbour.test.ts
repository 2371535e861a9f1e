// Steps through a list in both directions.
import { expect, it } from "vitest"
import { neighbour } from "./neighbour.ts"

it.each([
  ["b", 1, "c"],
  ["b", -1, "a"],
  ["c", 1, "a"],
  ["a", -1, "c"],
  [undefined, 1, "a"],
  [undefined, -1, "c"],
  ["gone", 1, "a"],
] as const)("from %s by %i comes %s", (current, step, expected) => {
  expect(neighbour(["a", "b", "c"], current, step)).toBe(expected)
})

it("an empty list has no neighbour", () => {
  expect(neighbour([], undefined, 1)).toBeUndefined()
})
