// One number in a file's header holds two values.
import { describe, expect, it } from "vitest"
import { canFollow, countOf, firstCount, schemaOf, versionWith } from "./file-version.ts"

const LAST = 2 ** 23 - 1

describe("a file's user_version", () => {
  it.each([
    [1, 0],
    [6, 1],
    [255, LAST],
  ])("holds the schema %i and the count %i, in 31 bits", (schema, count) => {
    const version = versionWith(schema, count)
    expect([schemaOf(version), countOf(version)]).toEqual([schema, count])
    expect(version).toBeLessThan(2 ** 31)
  })

  it("without a count has the count 0, which no new file gets", () => {
    expect(countOf(5)).toBe(0)
    for (let i = 0; i < 100; i += 1) expect(firstCount()).toBeGreaterThan(0)
  })

  it("wraps around after the last count", () => {
    expect(countOf(versionWith(6, LAST + 1))).toBe(0)
  })

  it.each([
    [7, 7, 0, true],
    [8, 7, 0, true],
    [0, LAST, 0, true],
    [1000, 7, 0, false],
    [1000, 7, 10_000, true],
    [6, 7, 0, false],
    [6, 7, 10_000, false],
    [LAST, 0, 10_000, false],
    [4_000_000, 7, 10_000, false],
  ])("with the count %i can follow %i after %i ms: %s", (count, before, ms, follows) => {
    expect(canFollow(count, before, ms)).toBe(follows)
  })
})
