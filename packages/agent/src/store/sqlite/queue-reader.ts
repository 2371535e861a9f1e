// Counts what waits for a runner, inside the transaction that admits a message.
import type { Database } from "better-sqlite3"
import type { StoreQueue } from "../admit.ts"

/** Reads no more of the index of those that wait than the limit asks for. */
export function queueReader(db: Database): (most: number) => StoreQueue {
  const count = db.prepare<[number, number], number>(WAITING).pluck()
  const oldest = db.prepare<[], number | null>(OLDEST).pluck()
  return (most) => {
    const now = Date.now()
    const since = oldest.get() ?? null
    return { waiting: count.get(now, most) ?? 0, oldestMs: since === null ? 0 : Math.max(0, now - since) }
  }
}

const IS_WAITING = "runner is null and due_at is not null"
export const WAITING = `select count(*) from (select 1 from sessions where ${IS_WAITING} and due_at <= ? limit ?)`
/** Of the messages whose turn has not begun. */
export const OLDEST = `select queued_at from sessions where ${IS_WAITING} and due_at = 0
  and status not in ('processing', 'tool_loop', 'waiting') order by queued_at limit 1`
