// Recorded logs of every profile: rules that decide differently today are found at the fact where they do.
// After an intended change, record them again with PAWL_GOLDEN=write.
import { readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Fact } from "../contracts/fact.ts"
import { profileNamed, profiles } from "../profiles/profiles.ts"
import { record } from "./__fixtures__/sessions.ts"
import { recordedRules } from "./recorded-rules.ts"
import { replaySession } from "./replay-session.ts"

const fileOf = (profile: string) => new URL(`./__fixtures__/${profile}.jsonl`, import.meta.url)

describe.each(Object.keys(profiles))("a session of %s", (profile) => {
  it("replays exactly as it was recorded, with both of its models", async () => {
    if (process.env.PAWL_GOLDEN === "write") {
      const { facts } = await record(profile)
      writeFileSync(fileOf(profile), facts.map((fact) => `${JSON.stringify(fact)}\n`).join(""))
    }
    const lines = readFileSync(fileOf(profile), "utf8").trimEnd().split("\n")
    const facts = lines.map((line) => JSON.parse(line) as Fact)
    const rules = recordedRules(facts, profileNamed(profile))
    expect(replaySession({ facts, rules })).toEqual({
      exact: true,
      facts: lines.length,
      steps: expect.any(Number),
    })
    expect(facts.filter(({ type }) => type === "turn-finished")).toHaveLength(2)
  })

  it("that is recorded now replays exactly, up to each of its facts", async () => {
    const { facts } = await record(profile)
    const rules = recordedRules(facts, profileNamed(profile))
    for (const { seq } of facts)
      expect(replaySession({ facts, rules, until: seq })).toMatchObject({ exact: true, facts: seq })
  })
})
