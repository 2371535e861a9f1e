import { describe, expect, it } from "vitest"
import { fused, roundRobin } from "./fuse.ts"

describe("fused", () => {
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
  ])("combines %j into %j", (rankings, together) => {
    expect(fused(rankings.map((ids) => ({ ids, weight: 1 })))).toEqual(together)
  })
})

it("fused puts a ranking with more weight first", () => {
  const rankings = [
    { ids: ["a"], weight: 0.5 },
    { ids: ["b"], weight: 1 },
  ]
  expect(fused(rankings)).toEqual(["b", "a"])
})

describe("roundRobin", () => {
  it("gives each ranking its share, and nothing twice", () => {
    expect(roundRobin([["a", "b", "c"], ["a", "x", "y"], ["p"]], 5)).toEqual(["a", "x", "p", "b", "y"])
  })

  it("takes everything when there is less than wanted", () => {
    expect(roundRobin([["a", "b", "c"], ["a"]], 10)).toEqual(["a", "b", "c"])
    expect(roundRobin([], 10)).toEqual([])
  })
})
