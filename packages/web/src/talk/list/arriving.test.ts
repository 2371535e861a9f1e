// Which turns are drawn, frame by frame.
import { expect, it } from "vitest"
import { nextFirst } from "./arriving.ts"

const turns = (...numbers: readonly number[]) => numbers.map((turn) => ({ turn }))

const CASES: readonly (readonly [string, readonly number[], number | undefined, number | undefined])[] = [
  ["no turns", [], undefined, undefined],
  ["fewer than fill a screen", [1, 2], undefined, 1],
  ["the last ones at first", [1, 2, 3, 4, 5], undefined, 3],
  ["one more a frame", [1, 2, 3, 4, 5], 3, 2],
  ["until the first", [1, 2, 3], 1, 1],
  ["the first drawn one is gone", [1, 2, 5], 3, 2],
  ["all that were drawn are gone", [1, 2], 3, 1],
]

it.each(CASES)("%s", (_, numbers, from, expected) => {
  expect(nextFirst(turns(...numbers), from)).toBe(expected)
})
