// Which profile keeps its history how: a strategy that works alone is of no use where no profile uses it.
import { describe, expect, it } from "vitest"
import { policies, policyNamed } from "../context/policy.ts"
import { profiles } from "./profiles.ts"

describe("the context of", () => {
  it.each([
    ["default", ["spill-large", "drop-superseded", "mask-results", "summarise"], "message"],
    ["chat-service", ["drop-oldest"], "message"],
    ["local-desktop", ["mask-results", "evict-oldest"], "system"],
    ["xml-tools", ["mask-results", "summarise-half"], "message"],
    ["structured-react", ["trim-characters"], "message"],
    ["terminal", ["summarise", "trim-messages"], "message"],
  ])("%s is kept by %j, its digest in the %s", (name, strategies, place) => {
    const context = profiles[name]?.().context
    expect(context?.strategies.map((each) => each.name)).toEqual(strategies)
    expect(context?.place).toBe(place)
  })

  it("a profile of one's own is chosen by name", () => {
    expect(policyNamed("whole")).toBe(policies.whole)
    expect(() => policyNamed("toString")).toThrow(/There are: budgeted, whole/)
  })
})
