// Which profile uses which strategies: a strategy that no profile uses would have no effect.
import { describe, expect, it } from "vitest"
import { policyNamed, WAYS } from "../features/compaction/ways.ts"
import { ownProfile } from "./own-profile.ts"
import { profiles } from "./profiles.ts"

describe("the context policy of", () => {
  it.each([
    ["default", ["spill-large", "drop-superseded", "mask-results", "summarise"], "message"],
    ["chat-service", ["drop-oldest"], "message"],
    ["local-desktop", ["mask-results", "evict-oldest"], "system"],
    ["xml-tools", ["mask-results", "summarise-half"], "message"],
    ["structured-react", ["trim-oldest"], "message"],
    ["terminal", ["summarise"], "message"],
  ])("%s has the strategies %j, its digest in the %s", (name, strategies, place) => {
    const context = profiles[name]?.().context
    expect(context?.strategies.map((each) => each.name)).toEqual(strategies)
    expect(context?.place).toBe(place)
  })

  it("a user's own profile is chosen by name", () => {
    for (const way of WAYS) expect(policyNamed(way)).toMatchObject({ way })
    expect(() => policyNamed("toString")).toThrow(/Use one of: budgeted, whole/)
  })

  it("a user's own profile takes numbers for the way of its base, or for another one", () => {
    const mine = (base: string, context: NonNullable<Parameters<typeof ownProfile>[0]["context"]>) =>
      ownProfile({ name: "mine", base, context })().context
    expect(mine("structured-react", { maxChars: 90_000 })).toMatchObject({ way: "trim", maxChars: 90_000, at: 0.95 })
    expect(mine("terminal", { maxTokens: 5000, maxMessages: 20, tail: 2 })).toMatchObject({
      way: "summarise",
      maxTokens: 5000,
      maxMessages: 20,
    })
    expect(mine("default", { way: "evict", remaining: 900, tail: 4 })).toMatchObject({
      way: "evict",
      remaining: 900,
      minMessages: 5,
    })
    expect(mine("default", { at: 0.4 }).target).toBeLessThan(0.4)
    expect(() => mine("chat-service", { tail: 4 })).toThrow(/Remove "tail"/)
    expect(() => mine("terminal", { maxMessages: 4, tail: 50 })).toThrow(
      /"maxMessages" \(4\) must be greater than "tail" \(50\)/,
    )
  })
})
