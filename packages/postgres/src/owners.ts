// Limits over all sessions of one owner, inside the caller's transaction.
import type { Query } from "./database.ts"

const ACTIVE = "s.status in ('processing', 'tool_loop', 'waiting')"
/** Without children: they work for their parents. A fork has a parent too. */
const OF_OWNER = "s.owner is not distinct from $1 and s.parent_kind is distinct from 'delegation'"

/** Two commands to sessions of one owner are admitted one after the other. Taken before any row, by all. */
export async function lockOwner(query: Query, owner: string | null): Promise<void> {
  await query("select pg_advisory_xact_lock(7361, hashtext(current_schema() || '.owner.' || coalesce($1, '')))", [
    owner,
  ])
}

/** How many other sessions have a turn under way, or a waiting message. */
export async function othersActive(query: Query, owner: string | null, key: number): Promise<number> {
  const [row] = await query<{ readonly count: number }>(
    `select count(*) as count from sessions s where ${OF_OWNER} and s.key <> $2
       and (${ACTIVE} or exists (select from inbox i where i.session = s.key and i.kind = 'say'))`,
    [owner, key],
  )
  return row?.count ?? 0
}

export interface Shown {
  readonly owner: string | null
  readonly key: number
  readonly maxSessions: number
}

/**
 * Archives the oldest sessions beyond `maxSessions`, except pinned ones, active ones and this one. One that is being written to
 * right now stays: waiting for its row could be waiting for someone who waits for ours.
 */
export async function archiveOldest(query: Query, { owner, key, maxSessions }: Shown): Promise<void> {
  await query(
    `update sessions set archived = true, archived_at = $3 where key in (
       select s.key from sessions s where ${OF_OWNER} and s.key <> $2 and not s.archived and not s.pinned and not ${ACTIVE}
       order by s.updated_at, s.key
       limit greatest(0, (select count(*) from sessions s where ${OF_OWNER} and not s.archived) - $4)
       for no key update skip locked)`,
    [owner, key, Date.now(), maxSessions],
  )
}
