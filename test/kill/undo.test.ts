// A real process, killed with SIGKILL before or after every durable
// write of a turn and its rewind. Another process finishes it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { checkLog } from "../../packages/agent/src/replay/check-log.ts"
import { BEFORE, filesIn, play, prepare } from "./undo-story.ts"
import { runVictim } from "./victims.ts"

const VICTIM = fileURLToPath(new URL("./undo-victim.ts", import.meta.url))

/** Kills once at every write, before or after it; the long campaign does both. */
const SIDES = process.env.PAWL_CHAOS_KILLS === undefined ? [0] : [0, 1]

it.each(SIDES)(
  "a rewind that is killed at any durable write is finished by the next process, once, side %i (X18)",
  { timeout: 150_000 },
  async (side) => {
    let write = 1
    while (await killAndFinish(write, (write + side) % 2 === 0 ? "before" : "after")) write++
    // The session, the input, the turn, three calls, the request to restore, the checkpoint, the results.
    expect(write).toBeGreaterThan(8)
  },
)

/** Returns false when the story ended before the kill. */
async function killAndFinish(write: number, when: "before" | "after"): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-kill-undo-"))
  const workspace = join(folder, "work")
  const label = `${when} write ${write}`
  mkdirSync(workspace)
  prepare(workspace)
  try {
    const env = { PAWL_KILL_AT: String(write), PAWL_KILL_WHEN: when }
    const killed = await runVictim(folder, "", env, VICTIM)
    const { report, facts, messages, row } = await play(folder, workspace)
    expect(checkLog(facts), label).toBeUndefined()
    expect(row, label).toMatchObject({ status: "idle", dueAt: null, turns: 1 })
    for (const type of ["restore-asked", "files-restored", "conversation-rewound"])
      expect(facts.filter((fact) => fact.type === type).length, `${label}: ${type}`).toBe(1)
    const kept = facts.flatMap((fact) => (fact.type === "checkpoint-made" ? [fact.checkpoint] : []))
    expect(kept.length, label).toBe(new Set(kept).size)
    const unknown = facts.some((fact) => fact.type === "tool-finished" && fact.outcome === "unknown")
    const skipped = report.files.filter(({ outcome }) => outcome !== "restored" && outcome !== "removed")
    if (!unknown) expect(skipped, label).toEqual([])
    const found = filesIn(workspace)
    for (const [name, content] of Object.entries(BEFORE))
      if (!skipped.some(({ path }) => path === name)) expect(found[name], `${label}: ${name}`).toBe(content)
    // No message is left, except the note about files that were skipped.
    expect(messages.length, label).toBe(skipped.length > 0 ? 1 : 0)
    return killed
  } finally {
    rmSync(folder, { recursive: true })
  }
}
