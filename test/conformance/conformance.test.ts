// Runs the official suite for MCP clients against a Pawl agent. `npm run conformance` runs all scenarios.
import { describe, expect, it } from "vitest"
import { SKIPPED } from "./skipped.ts"
import { allScenarios, CORE, runScenarios } from "./suite.ts"

describe("the official conformance suite for MCP clients", () => {
  it("passes for every core scenario, logins included", { timeout: 300_000 }, async () => {
    const outcomes = await runScenarios(CORE)
    expect(outcomes.filter(({ passed }) => !passed)).toEqual([])
    expect(outcomes).toHaveLength(CORE.length)
  })

  it("has every scenario that is run or skipped here", async () => {
    const all = await allScenarios()
    expect([...CORE, ...Object.keys(SKIPPED)].filter((scenario) => !all.includes(scenario))).toEqual([])
  })
})
