// Counts what waits for a runner, inside the transaction that admits a message.
import type { Database } from "better-sqlite3"
import type { OwnerQueue, StoreQueue } from "../admit.ts"

export interface QueueReader {
  /** Reads no more of the index of those that wait than the limit asks for. */
  whole(most: number): StoreQueue
  byOwner(): readonly OwnerQueue[]
}

export function queueReader(db: Database): QueueReader {
  const count = db.prepare<[number, number], number>(WAITING).pluck()
  const oldest = db.prepare<[], number | null>(OLDEST).pluck()
  const owners = db.prepare<[number], OwnerColumns>(BY_OWNER)
  return {
    whole(most) {
      const now = Date.now()
      return { waiting: count.get(now, most) ?? 0, oldestMs: waitedSince(oldest.get() ?? null, now) }
    },
    byOwner() {
      const now = Date.now()
      return owners.all(now).map(({ owner, waiting, since, running }) => {
        return { owner, waiting, oldestMs: waitedSince(since, now), isRunning: running === 1 }
      })
    },
  }
}

interface OwnerColumns {
  readonly owner: string | null
  readonly waiting: number
  readonly since: number | null
  readonly running: number
}

function waitedSince(since: number | null, now: number): number {
  return since === null ? 0 : Math.max(0, now - since)
}

const IS_WAITING = "runner is null and due_at is not null"
export const WAITING = `select count(*) from (select 1 from sessions where ${IS_WAITING} and due_at <= ? limit ?)`
/** A message whose turn has not begun. */
const BEGINS = "due_at = 0 and status not in ('processing', 'tool_loop', 'waiting')"
export const OLDEST = `select queued_at from sessions where ${IS_WAITING} and ${BEGINS} order by queued_at limit 1`
export const BY_OWNER = `select owner, count(*) as waiting, min(iif(${BEGINS}, queued_at, null)) as since,
    exists (select 1 from sessions r where r.runner is not null and r.due_at is not null and r.owner is sessions.owner) as running
  from sessions where ${IS_WAITING} and due_at <= ? group by owner`
