import { describe, expect, it } from "vitest"
import { dealt, fused } from "./fuse.ts"

describe("fused rankings", () => {
  it.each<[readonly (readonly string[])[], readonly string[]]>([
    [
      [
        ["a", "b", "c"],
        ["b", "c", "a"],
      ],
      ["b", "a", "c"],
    ],
    [
      [["a", "b"], []],
      ["a", "b"],
    ],
    [[[], []], []],
    [
      [["a"], ["b"]],
      ["a", "b"],
    ],
  ])("of %j are %j", (rankings, together) => {
    expect(fused(rankings.map((ids) => ({ ids, weight: 1 })))).toEqual(together)
  })
})

it("a ranking of more weight goes first", () => {
  const rankings = [
    { ids: ["a"], weight: 0.5 },
    { ids: ["b"], weight: 1 },
  ]
  expect(fused(rankings)).toEqual(["b", "a"])
})

describe("dealt rankings", () => {
  it("give each its share, and nothing twice", () => {
    expect(dealt([["a", "b", "c"], ["a", "x", "y"], ["p"]], 5)).toEqual(["a", "x", "p", "b", "y"])
  })

  it("use up what there is", () => {
    expect(dealt([["a", "b", "c"], ["a"]], 10)).toEqual(["a", "b", "c"])
    expect(dealt([], 10)).toEqual([])
  })
})
