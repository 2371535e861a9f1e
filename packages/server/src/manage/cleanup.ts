// Cleans up old sessions: when an admin asks, or every few hours in one of the processes that share the store.
import { type CleanedUp, cleanUp, profiles, type Store } from "@pawl/agent"
import { type Environment, numberIn } from "./server-settings.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export async function cleanUpNow(store: Store, env: Environment, dryRun = false): Promise<CleanedUp> {
  const records = store.records
  const [stuck, archive, remove] = await Promise.all([
    numberIn("cleanup.stuckAfterMinutes", records, env),
    numberIn("cleanup.archiveAfterDays", records, env),
    numberIn("cleanup.deleteAfterDays", records, env),
  ])
  return cleanUp(store, {
    stuckAfterMs: stuck * MINUTE,
    archiveAfterMs: archive * DAY,
    deleteAfterMs: remove * DAY,
    failsWhenStuck: (profile) => Object.hasOwn(profiles, profile) && profiles[profile]?.().interruptedTurns === "fail",
    dryRun,
  })
}

/** Whether it was this process that did it: of several, one does. */
export async function cleanUpIfDue(store: Store, env: Environment, now: number): Promise<boolean> {
  const records = store.records
  const everyMs = (await numberIn("cleanup.everyHours", records, env)) * 60 * MINUTE
  if (everyMs === 0) return false
  const last = await records.get("server", "last-cleanup")
  if (last !== undefined && now - Number(last.value) < everyMs) return false
  const isMine = (await records.put("server", "last-cleanup", now, last?.version ?? 0)) !== undefined
  if (isMine) await cleanUpNow(store, env)
  return isMine
}
