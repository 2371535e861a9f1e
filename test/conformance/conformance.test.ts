// The official suite for MCP clients, against an agent of ours. `npm run conformance` runs all of it.
import { describe, expect, it } from "vitest"
import { SKIPPED } from "./skipped.ts"
import { allScenarios, CORE, runScenarios } from "./suite.ts"

describe("the official conformance suite for MCP clients", () => {
  it("passes every scenario of its core, logins included", { timeout: 300_000 }, async () => {
    const outcomes = await runScenarios(CORE)
    expect(outcomes.filter(({ passed }) => !passed)).toEqual([])
    expect(outcomes).toHaveLength(CORE.length)
  })

  it("has the scenarios that we run, and those that we leave out", async () => {
    const all = await allScenarios()
    expect([...CORE, ...Object.keys(SKIPPED)].filter((scenario) => !all.includes(scenario))).toEqual([])
  })
})
