// Logs of an older Pawl, which judged answers by their words: they open, fold, and replay exactly.
import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Fact } from "../contracts/fact.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { messagesOf } from "../kernel/state/messages.ts"
import { profileNamed } from "../profiles/profiles.ts"
import { checkLog } from "./check-log.ts"
import { recordedRules } from "./recorded-rules.ts"
import { replaySession } from "./replay-session.ts"

const FOLDER = new URL("./__fixtures__/older/", import.meta.url)

function factsIn(name: string): readonly Fact[] {
  const lines = readFileSync(new URL(name, FOLDER), "utf8").trimEnd().split("\n")
  return lines.map((line) => JSON.parse(line) as Fact)
}

describe.each(readdirSync(FOLDER))("the older log %s", (name) => {
  const facts = factsIn(name)
  const [opened] = facts
  const profile = opened?.type === "session-opened" ? opened.profile : ""

  it("replays exactly, up to each of its facts", () => {
    const rules = recordedRules(facts, profileNamed(profile))
    for (const { seq } of facts)
      expect(replaySession({ facts, rules, until: seq })).toMatchObject({ exact: true, facts: seq })
  })

  it("is valid, and shows later turns the same nudges as then", () => {
    expect(checkLog(facts)).toBeUndefined()
    const said = JSON.stringify(messagesOf(foldFacts(facts)))
    const condensed = facts.findLast(({ type }) => type === "history-compacted")?.seq ?? 0
    const nudges = facts.filter((fact) => fact.type === "nudged" && !fact.ephemeral && fact.seq > condensed)
    for (const nudge of nudges) expect(said).toContain(JSON.stringify("text" in nudge && nudge.text).slice(1, -1))
  })
})

it("there is an older log for each way in which answers used to be judged", () => {
  const all = readdirSync(FOLDER).flatMap((name) => factsIn(name))
  const reasons = new Set(all.flatMap((fact) => (fact.type === "nudged" ? [fact.reason] : [])))
  expect([...reasons]).toEqual(expect.arrayContaining(["incomplete", "unproven-claim", "empty"]))
  expect(all.some((fact) => fact.type === "model-asked" && fact.purpose === "judge")).toBe(true)
})
