// Cleans up old sessions: when an admin asks, or every few hours in one of the processes that share the store.
import { type CleanedUp, cleanUp, profiles } from "@pawl/agent"
import { Audit } from "../access/audit.ts"
import type { Services } from "../services.ts"
import { numberIn } from "./server-settings.ts"

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Ports = Pick<Services, "store" | "env" | "lapseMs">

export async function cleanUpNow({ store, env, lapseMs }: Ports, dryRun = false): Promise<CleanedUp> {
  const { records } = store
  const keepDays = await numberIn("audit.keepDays", records, env)
  if (keepDays > 0 && !dryRun) await new Audit(records).removeBefore(Date.now() - keepDays * DAY)
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
    lapseMs,
  })
}

/** Whether it was this process that did it: of several, one does. */
export async function cleanUpIfDue(ports: Ports, now: number): Promise<boolean> {
  const { env } = ports
  const { records } = ports.store
  const everyMs = (await numberIn("cleanup.everyHours", records, env)) * 60 * MINUTE
  if (everyMs === 0) return false
  const last = await records.get("server", "last-cleanup")
  if (last !== undefined && now - Number(last.value) < everyMs) return false
  const isMine = (await records.put("server", "last-cleanup", now, last?.version ?? 0)) !== undefined
  if (isMine) await cleanUpNow(ports)
  return isMine
}
