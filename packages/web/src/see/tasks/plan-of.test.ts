// A plan and its progress, from facts.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { planOf } from "./plan-of.ts"

const fact = (type: Fact["type"], more: object): Fact => ({ v: 1, seq: 1, at: 1, type, ...more })
const made = fact("plan-made", {
  steps: [
    { what: "look", needs: [] },
    { what: "count", needs: [1] },
    { what: "tell", needs: [1, 2] },
  ],
})

describe("a plan", () => {
  it("is not there without the fact that it was made", () => {
    expect(planOf([fact("nudged", {})])).toBeUndefined()
  })

  it("has steps that are open, under way, done or failed", () => {
    const steps = planOf([
      made,
      fact("model-asked", { step: { number: 1 } }),
      fact("plan-step-finished", { step: 1, outcome: "ok", result: "three" }),
      fact("model-asked", { step: { number: 2 } }),
      fact("plan-step-finished", { step: 2, outcome: "failed", result: "no" }),
      fact("model-asked", { step: { number: 3 } }),
    ])
    expect(steps?.map(({ what, state, result }) => [what, state, result])).toEqual([
      ["look", "ok", "three"],
      ["count", "failed", "no"],
      ["tell", "running", ""],
    ])
  })

  it("begins anew when another one is made", () => {
    expect(
      planOf([made, fact("plan-step-finished", { step: 1, outcome: "ok" }), made])?.map(({ state }) => state),
    ).toEqual(["open", "open", "open"])
  })
})
