// Costs per call and their sums: what is not priced is not free.
import type { Fact } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { callCostsOf, sumOf } from "./cost-of.ts"

const LOG: readonly Fact[] = [
  { v: 1, seq: 1, at: 1, type: "model-asked", attempt: "1.1.1", model: "big" },
  { v: 1, seq: 2, at: 2, type: "model-failed", attempt: "1.1.1", ms: 5, error: {} },
  { v: 1, seq: 3, at: 3, type: "model-asked", attempt: "1.1.2", model: "big" },
  {
    v: 1,
    seq: 4,
    at: 4,
    type: "model-answered",
    attempt: "1.1.2",
    ms: 7,
    usage: { inputTokens: 100, outputTokens: 10, costUsd: 0.5 },
  },
  { v: 1, seq: 5, at: 5, type: "tool-finished", call: "a", name: "look", outcome: "ok", ms: 1 },
  {
    v: 1,
    seq: 6,
    at: 6,
    type: "tool-finished",
    call: "b",
    name: "delegate",
    outcome: "ok",
    ms: 9,
    usage: { inputTokens: 20, outputTokens: 2, estimated: true },
  },
  { v: 1, seq: 7, at: 7, type: "model-asked", attempt: "1.2.j", model: "small", purpose: "judge" },
  {
    v: 1,
    seq: 8,
    at: 8,
    type: "model-answered",
    purpose: "judge",
    attempt: "1.2.j",
    ms: 3,
    usage: { inputTokens: 5, outputTokens: 1, cacheReadTokens: 4, costUsd: 0.25 },
  },
]

describe("costs", () => {
  it("has a row for each request and each sub-agent, with the model that was asked", () => {
    expect(callCostsOf(LOG).map(({ seq, kind, name, hasFailed }) => [seq, kind, name, hasFailed])).toEqual([
      [2, "model", "big", true],
      [4, "model", "big", false],
      [6, "child", "delegate", false],
      [8, "judge", "small", false],
    ])
  })

  it("sums tokens, and tells what has a price from what has none", () => {
    expect(sumOf(callCostsOf(LOG).map(({ usage }) => usage))).toEqual({
      inputTokens: 125,
      outputTokens: 13,
      cacheReadTokens: 4,
      costUsd: 0.75,
      priced: 2,
      unpriced: 1,
      isEstimated: true,
    })
  })

  it("has a sum of nothing", () => {
    expect(sumOf([undefined])).toMatchObject({ costUsd: 0, priced: 0, unpriced: 0 })
  })
})
