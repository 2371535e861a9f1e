// Limits over all sessions of one owner: the writer thread's operations, inside the caller's transaction.
import type { Database } from "better-sqlite3"
import { PARENT_KIND } from "./schema.ts"

export interface OwnerOps {
  /** How many other sessions have a turn under way, or a waiting message. */
  othersActive(key: number): number
  /** How many other sessions are held and have something to do; none for a child. */
  othersRunning(key: number): number
  /** Archives the oldest sessions beyond `maxSessions`, except pinned ones, active ones and this one. */
  archiveOldest(key: number, maxSessions: number): void
  unarchive(key: number): void
}

const ACTIVE = "status in ('processing', 'tool_loop', 'waiting')"
const SAME_OWNER = "owner is (select owner from sessions where key = @key)"
/** A fork has a parent too. */
const NO_CHILD = `${PARENT_KIND} is not 'delegation'`

export function ownerOps(db: Database): OwnerOps {
  const active = db
    .prepare<{ readonly key: number }, number>(
      `select count(*) from sessions s where ${SAME_OWNER} and key <> @key and ${NO_CHILD}
         and (${ACTIVE} or exists (select 1 from inbox where session = s.key and kind = 'say'))`,
    )
    .pluck()
  const running = db
    .prepare<{ readonly key: number }, number>(
      `select count(*) from sessions s where runner is not null and due_at is not null and ${SAME_OWNER} and key <> @key
         and ${NO_CHILD}`,
    )
    .pluck()
  const isChild = db
    .prepare<[number], number>(`select ${PARENT_KIND} is 'delegation' from sessions s where key = ?`)
    .pluck()
  const shown = db
    .prepare<{ readonly key: number }, number>(
      `select count(*) from sessions s where ${SAME_OWNER} and archived = 0 and ${NO_CHILD}`,
    )
    .pluck()
  const archive = db.prepare<{ readonly key: number; readonly at: number; readonly most: number }>(
    `update sessions set archived = 1, archived_at = @at where key in (
       select key from sessions s where ${SAME_OWNER} and key <> @key and archived = 0 and pinned = 0 and not ${ACTIVE}
         and ${NO_CHILD} order by updated_at, key limit @most)`,
  )
  const takeOut = db.prepare("update sessions set archived = 0, archived_at = null where key = ?")
  return {
    othersActive: (key) => active.get({ key }) ?? 0,
    othersRunning: (key) => (isChild.get(key) === 1 ? 0 : (running.get({ key }) ?? 0)),
    archiveOldest: (key, maxSessions) => {
      const most = (shown.get({ key }) ?? 0) - maxSessions
      if (most > 0) archive.run({ key, at: Date.now(), most })
    },
    unarchive: (key) => void takeOut.run(key),
  }
}
