// Whether a process runs a session of the source.
import type { SessionRow } from "../../contracts/sessions.ts"
import { isDead } from "../../session/runner-identity.ts"
import type { Moving } from "./moving.ts"

/** A holder that has not beaten for so long does not run it any more. */
const LAPSED_MS = 60_000
const MAX_DUE = 100_000

/** Whether a process runs it in the source. One that runs is always due, so that a crash loses no wake-up. */
export async function isHeld({ from, clock }: Moving, { id, dueAt }: SessionRow): Promise<boolean> {
  if (dueAt === null || dueAt > clock.now()) return false
  const due = await from.sessions.due({ before: clock.now(), limit: MAX_DUE })
  const runner = due.find((each) => each.id === id)?.holder?.runner
  if (runner === undefined || isDead(runner)) return false
  const beat = await from.leases.lastBeat(runner.id)
  return beat !== undefined && clock.now() - beat < LAPSED_MS
}
