// A real process on PostgreSQL, killed at every write of a story. Another process finishes it, and the log of both replays.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "vitest"
import { profileNamed } from "../../packages/agent/src/profiles/profiles.ts"
import { recordedRules } from "../../packages/agent/src/replay/recorded-rules.ts"
import { replaySession } from "../../packages/agent/src/replay/replay-session.ts"
import { hasServer } from "../../packages/postgres/src/__fixtures__/server.ts"
import { emptySchema } from "../../packages/postgres/src/__fixtures__/shared-server.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { logObjections } from "../schedules/log-objections.ts"
import { stories } from "./stories.ts"
import { count, readLines, resume, runVictim } from "./victims.ts"

const VICTIM = fileURLToPath(new URL("./postgres-victim.ts", import.meta.url))
const STORY = "an approval"
const WHEN = ["before", "during", "after"] as const

describe.skipIf(!hasServer())("a story on PostgreSQL", () => {
  it("that is killed at each of its writes is finished by another process", { timeout: 150_000 }, async () => {
    const { url, schema } = await emptySchema()
    let write = 1
    while (await killAndResume(write, WHEN[write % 3] ?? "during", { url, schema })) write++
    // At least: the session, the input, the lease, the turn, the call, its approval, and its result.
    expect(write).toBeGreaterThan(7)
  })
})

interface Place {
  readonly url: string
  readonly schema: string
}

/** Returns false when the story ended before the kill: then every write has been covered. */
async function killAndResume(write: number, when: string, { url, schema }: Place): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-kill-"))
  const label = `${when} write ${write}`
  try {
    const env = { PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: when, PAWL_URL: url, PAWL_SCHEMA: schema }
    const killed = await runVictim(folder, STORY, env, VICTIM)
    const told = readLines(join(folder, "told"))
    const { last, facts, status, durable } = await resume(folder, STORY, () => postgres(url, { schema }))
    const effects = count(readLines(join(folder, "effects")))
    expect(logObjections(facts, ["say-0"], effects), label).toEqual([])
    expect(
      told.filter((line) => Number.parseInt(line, 10) > durable),
      label,
    ).toEqual([])
    expect(status, label).toBe("idle")
    const isUnknown = facts.some((fact) => fact.type === "tool-finished" && fact.outcome === "unknown")
    if (!isUnknown) expect(last, label).toBe(stories[STORY]?.ends)
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules }), label).toMatchObject({ exact: true, facts: facts.length })
    return killed
  } finally {
    await forget({ url, schema })
    rmSync(folder, { recursive: true })
  }
}

async function forget({ url, schema }: Place): Promise<void> {
  const store = await postgres(url, { schema })
  await store.sessions.remove("s")
  await store.close()
}
