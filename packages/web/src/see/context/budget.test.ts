// The context meter: its colours and its parts.
import { describe, expect, it } from "vitest"
import { fullness, levelOf, partsOf } from "./budget.ts"

const budget = (remaining: number) => ({
  window: 1000,
  system: 100,
  tools: 50,
  history: 700 - remaining,
  output: 100,
  safety: 50,
  remaining,
})

describe("the context meter", () => {
  it.each([
    [1000, "ok"],
    [401, "ok"],
    [400, "warn"],
    [151, "warn"],
    [150, "bad"],
    [-50, "bad"],
  ] as const)("with %d of 1000 tokens left is %s", (remaining, level) => {
    expect(levelOf(fullness(budget(remaining)))).toBe(level)
  })

  it("is full when the window is not known", () => {
    expect(fullness({ ...budget(0), window: 0 })).toBe(1)
  })

  it.each([300, 0, -200])("has parts that fill the bar with %d tokens left", (remaining) => {
    const parts = partsOf(budget(remaining))
    expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
    expect(parts.at(-1)).toMatchObject({ name: "free", tokens: Math.max(0, remaining) })
  })
})
