import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import { aCall, answered, asked, cancelled, opened, said, stamp, toolFinished } from "../../testing/fact-builders.ts"
import { foldFacts } from "../state/fold.ts"
import { limitTokens } from "./limit-tokens.ts"

const used = (inputTokens: number): Draft =>
  ({ ...answered({ calls: [aCall("a")] }), usage: { inputTokens, outputTokens: 10 } }) as Draft

describe("limitTokens", () => {
  it.each<[string, readonly Draft[], string | undefined]>([
    ["returns no step below the limit", [used(89), toolFinished("a")], undefined],
    ["asks for a last answer at the limit", [used(90), toolFinished("a")], "token-limit"],
    ["returns no step while a call is open", [used(90)], undefined],
    ["returns no step once the turn is cancelled", [used(90), toolFinished("a"), cancelled()], undefined],
  ])("%s", (_name, happened, reason) => {
    const state = foldFacts(stamp([opened(), said("go"), asked(), ...happened]))
    const [step] = limitTokens({ max: 100 })(state) ?? []
    expect(step?.kind === "nudge" ? step.reason : undefined).toBe(reason)
  })
})
