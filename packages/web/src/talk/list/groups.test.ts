// How turns are put into groups.
import { expect, it } from "vitest"
import { groupsOf } from "./groups.ts"

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({ turn: first + index }))

it("a turn that comes before the others changes no group but the first", () => {
  const [before, after] = [groupsOf(from(7, 24)), groupsOf(from(6, 24))]
  expect(before.map(({ id, turns }) => [id, turns.length])).toEqual([
    [0, 2],
    [1, 8],
    [2, 8],
  ])
  expect(after.slice(1)).toEqual(before.slice(1))
  expect(after[0]?.turns).toHaveLength(3)
})

it("no turns are no groups", () => {
  expect(groupsOf([])).toEqual([])
})
