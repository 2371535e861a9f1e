// The table of pairs is filled in as texts need it.
import { describe, expect, it } from "vitest"
import { SYMBOLS } from "./characters.ts"
import { emptyTables, learn } from "./pair-steps.ts"

describe("the table of pairs", () => {
  it("is empty at first, so that a start waits for no pair that its texts do not have", () => {
    const { steps } = emptyTables()
    expect(steps.every((step) => step === 0)).toBe(true)
  })

  it("has a step that is not 0 once a pair is met, so that each is computed once", () => {
    const tables = emptyTables()
    const symbols = Array.from({ length: SYMBOLS }, (_, symbol) => symbol)
    const pairs = symbols.flatMap((last) => symbols.map((next) => (last << 8) | next))
    for (const pair of pairs) learn(tables, pair)
    expect(pairs.filter((pair) => tables.steps[pair] === 0)).toEqual([])
  })
})
