// The costs of a session, with its sub-agents.
import { describe, expect, it } from "vitest"
import { modelCostsOf } from "./session-cost.ts"

const stats = {
  models: {
    big: { calls: 2, usage: { inputTokens: 100, outputTokens: 10, costUsd: 0.5 } },
    small: { calls: 1, usage: { inputTokens: 10, outputTokens: 1 } },
  },
}

describe("the costs of a session", () => {
  it("are those of its models when no sub-agent worked", () => {
    const costs = modelCostsOf(stats, { inputTokens: 110, outputTokens: 11, costUsd: 0.5 })
    expect(costs.map(({ name, calls }) => [name, calls])).toEqual([
      ["big", 2],
      ["small", 1],
    ])
  })

  it.each([
    [
      { inputTokens: 150, outputTokens: 13, costUsd: 0.75 },
      { inputTokens: 40, outputTokens: 2, costUsd: 0.25 },
    ],
    [
      { inputTokens: 150, outputTokens: 13, costUsd: 0.5 },
      { inputTokens: 40, outputTokens: 2 },
    ],
  ])("have what sub-agents used in a row of its own: of %j, %j", (total, usage) => {
    expect(modelCostsOf(stats, total).at(-1)).toEqual({ name: "", calls: undefined, usage })
  })

  it("are none before the first request", () => {
    expect(modelCostsOf({}, { inputTokens: 0, outputTokens: 0 })).toEqual([])
  })
})
