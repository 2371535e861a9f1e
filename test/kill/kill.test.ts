// A real process, killed with SIGKILL before or after every durable write of
// every story. Another process finishes the story, and the log of both replays.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { UsageRow } from "../../packages/agent/src/contracts/limits.ts"
import { addUsage, noUsage } from "../../packages/agent/src/contracts/usage.ts"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"
import { recordedRules } from "../../packages/agent/src/replay/recorded-rules.ts"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import { logObjections } from "../schedules/log-objections.ts"
import { stories } from "./stories.ts"
import { count, readLines, resume, runVictim } from "./victims.ts"

/** Kills once at every write, before or after it; the long campaign does both. */
const SIDES = process.env.PAWL_CHAOS_KILLS === undefined ? [0] : [0, 1]

/** The story with a limit. */
const NEAR = "a limit that is near"

let kills = 0
afterAll(() => process.stdout.write(`${kills} processes killed, each at another write\n`))

describe.concurrent("a story that is killed at every durable write is finished by another process", () => {
  it.each(Object.keys(stories).map((name, place) => [name, place] as const))(
    "%s",
    { timeout: 150_000 },
    async (name, place) => {
      for (const side of SIDES) {
        const isBefore = (write: number) => (write + place + side) % 2 === 0
        // Commits are made on the store's thread or on the caller's: the stories alternate.
        const commitOn = (place + side) % 2 === 0 ? "thread" : "caller"
        let write = 1
        while (await killAndResume(name, write, { when: isBefore(write) ? "before" : "after", commitOn })) write++
        kills += write - 1
        // At least: the session, the input, the lease, the turn with its request, the answer.
        expect(write, `writes of "${name}"`).toBeGreaterThan(5)
      }
    },
  )
})

interface Kill {
  readonly when: "before" | "after"
  readonly commitOn: "thread" | "caller"
}

/** Returns false when the story ended before the kill: then every write has been covered. */
async function killAndResume(name: string, write: number, { when, commitOn }: Kill): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-kill-"))
  const label = `${name}, ${when} write ${write} on the ${commitOn}`
  try {
    const killed = await runVictim(folder, name, {
      PAWL_KILL_AT: String(write),
      PAWL_KILL_WHEN: when,
      PAWL_COMMIT_ON: commitOn,
    })
    const told = readLines(join(folder, "told"))
    const { last, facts, status, durable, used } = await resume(folder, name)
    const effects = count(readLines(join(folder, "effects")))
    expect(logObjections(facts, commandsOf(name), effects), label).toEqual([])
    expect(
      told.filter((line) => Number.parseInt(line, 10) > durable),
      `${label}: published before it was durable`,
    ).toEqual([])
    expect(status, label).toBe("idle")
    expect(sumOf(used), `${label}: what is summed up is what the log has`).toEqual(usedIn(facts))
    const told80 = facts.flatMap((fact) => (fact.type === "usage-limit-met" ? [fact.once] : []))
    expect(told80, `${label}: a limit that is near is told once`).toEqual(name === NEAR ? ["session tokens 100"] : [])
    if (!facts.some(isUnknown)) expect(last, label).toBe(stories[name]?.ends)
    // Orphans and interrupted calls are part of the log, so it replays exactly.
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules }), label).toMatchObject({ exact: true, facts: facts.length })
    return killed
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function commandsOf(name: string): readonly string[] {
  return (stories[name]?.says ?? []).map((_, index) => `say-${index}`)
}

function sumOf(rows: readonly UsageRow[]) {
  const usage = rows.reduce((sum, row) => addUsage(sum, row.usage), noUsage)
  const requests = rows.reduce((sum, row) => sum + row.requests, 0)
  return { usage, requests, toolCalls: rows.reduce((sum, row) => sum + row.toolCalls, 0) }
}

function usedIn(facts: readonly Fact[]) {
  const replies = facts.flatMap((fact) => (isReply(fact) && fact.usage !== undefined ? [fact] : []))
  const usage = replies.reduce((sum, fact) => addUsage(sum, fact.usage), noUsage)
  const toolCalls = replies.reduce((sum, fact) => sum + (fact.type === "model-answered" ? fact.calls.length : 0), 0)
  return { usage, requests: replies.length, toolCalls }
}

function isReply(fact: Fact): fact is Extract<Fact, { type: "model-answered" | "model-failed" }> {
  return fact.type === "model-answered" || fact.type === "model-failed"
}

function isUnknown(fact: Fact): boolean {
  return fact.type === "tool-finished" && fact.outcome === "unknown"
}
