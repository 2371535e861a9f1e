import { describe, expect, it } from "vitest"
import { distance, nearest } from "./nearest.ts"

describe("nearest", () => {
  it.each([
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["help", "hlep", 1],
    ["same", "same", 0],
    ["modle", "model", 1],
  ])("counts the edits from %j to %j", (from, to, expected) => {
    expect(distance(from, to)).toBe(expected)
    expect(distance(to, from)).toBe(expected)
  })

  it.each([
    ["--modle", "--model"],
    ["--contine", "--continue"],
    ["--colour", undefined],
    ["--x", undefined],
  ])("takes %s for %s", (word, meant) => {
    expect(nearest(word, ["--model", "--continue", "--cwd"])).toBe(meant)
  })
})
