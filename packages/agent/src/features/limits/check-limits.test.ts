import { describe, expect, it } from "vitest"
import type { UsageLimits } from "../../contracts/limits.ts"
import { checkLimits, type Used } from "./check-limits.ts"

const used: Used = { usage: { inputTokens: 70, outputTokens: 10, costUsd: 0.8 }, workMs: 800, toolCalls: 8 }

describe("checkLimits compares what was used with the limits", () => {
  it.each<{ name: string; limits: UsageLimits; made?: number; near?: readonly string[]; reached?: string }>([
    { name: "no limits", limits: {} },
    { name: "below 80 %", limits: { costUsd: 1.01, tokens: 101, ms: 1001, toolCalls: 11 } },
    {
      name: "at 80 %",
      limits: { costUsd: 1, tokens: 100, ms: 1000, toolCalls: 10 },
      near: ["costUsd", "tokens", "ms", "toolCalls"],
    },
    { name: "costs at the limit", limits: { costUsd: 0.8 }, reached: "costUsd" },
    { name: "tokens beyond it", limits: { tokens: 79 }, reached: "tokens" },
    { name: "time at the limit", limits: { ms: 800 }, reached: "ms" },
    { name: "as many calls as allowed, which may be answered", limits: { toolCalls: 8 }, near: ["toolCalls"] },
    { name: "one call more", limits: { toolCalls: 7 }, reached: "toolCalls" },
    { name: "a limit of no calls, and none made", limits: { toolCalls: 0 }, made: 0 },
    { name: "a limit of no calls, and some made", limits: { toolCalls: 0 }, reached: "toolCalls" },
    { name: "one near and one reached", limits: { costUsd: 1, ms: 1 }, near: ["costUsd"], reached: "ms" },
  ])("$name", ({ limits, made: toolCalls = used.toolCalls, near = [], reached }) => {
    const check = checkLimits("turn", limits, { ...used, toolCalls })
    expect([check.near.map(({ limit }) => limit), check.reached?.limit]).toEqual([near, reached])
  })

  it("takes an unknown cost for none, and ten times 0.1 for 1", () => {
    const free = { ...used, usage: { inputTokens: 1, outputTokens: 1 } }
    expect(checkLimits("turn", { costUsd: 0.001 }, free).reached).toBeUndefined()
    const tenth = Array.from({ length: 10 }, () => 0.1).reduce((sum, each) => sum + each, 0)
    expect(tenth).toBeLessThan(1)
    const paid = { ...used, usage: { inputTokens: 1, outputTokens: 1, costUsd: tenth } }
    expect(checkLimits("owner", { costUsd: 1 }, paid).reached).toEqual({
      scope: "owner",
      limit: "costUsd",
      used: 1,
      max: 1,
    })
  })
})
