// The port of the session list: create, update and remove. What reads it is in session-list.ts.
import type { MetadataChange } from "@pawl/agent"
import { changedTags, newRow } from "@pawl/agent/store"
import type { NewSession, Sessions } from "@pawl/agent/types"
import { commandOf } from "./append-values.ts"
import type { Query } from "./database.ts"
import { keepBlobs, referTo } from "./keep-blobs.ts"
import { archiveOldest, lockOwner } from "./owners.ts"
import type { Parts } from "./parts.ts"
import { plain, plainOrNull } from "./plain.ts"
import { dueSessions } from "./queue.ts"
import { findSessions, getSession, listSessions, sessionChanges } from "./session-list.ts"

/** So many changes of the session list are kept for those who watch it. */
const KEPT_CHANGES = 1000

export function postgresSessions(parts: Parts): Sessions {
  const { database, known, live } = parts
  /** Writes, and tells the others if something has changed. */
  const write = (session: string, work: (query: Query, mayHaveRun: boolean) => Promise<boolean>) =>
    parts.lanes.run(session, async () => {
      const isDone = await database.transaction(async (query, mayHaveRun) => {
        const isChanged = await work(query, mayHaveRun)
        if (isChanged) await query.last("select note_change($1, $2)", [session, KEPT_CHANGES])
        return isChanged
      })
      if (isDone) parts.channel.changed()
      return isDone
    })
  return {
    create: (session) => write(session.id, (query, mayHaveRun) => create(query, session, mayHaveRun)),
    get: (id) => getSession(database, id),
    list: (query = {}) => listSessions(database, query),
    find: (name) => findSessions(database, name),
    update: (session, change, at = Date.now()) => write(session, (query) => update(query, session, { change, at })),
    remove: (session, only) => {
      known.forget(session)
      live.forget(session)
      return write(session, async (query, mayHaveRun) => {
        const seen = [only?.seq ?? null, only?.epoch ?? null]
        const [row] = await query<{ readonly done: boolean }>("select remove_session($1, $2, $3) as done", [
          session,
          ...seen,
        ])
        if (row?.done === true || !mayHaveRun) return row?.done ?? false
        // An earlier attempt, whose answer was lost, may have removed it.
        return (await query("select from sessions where id = $1", [session])).length === 0
      })
    },
    changes: (after) => sessionChanges(database, after),
    due: (query) => dueSessions(database, query),
  }
}

async function create(query: Query, session: NewSession, mayHaveRun: boolean): Promise<boolean> {
  const { facts = [], hashes = [], blobs = [] } = session.past ?? {}
  const { maxSessions, owner = null } = session
  if (maxSessions !== undefined) await lockOwner(query, owner)
  const all = [session.opened, ...facts]
  const bodies = all.map((fact) => JSON.stringify(fact))
  const [row] = await query<{ readonly key: number }>(INSERT, rowValues(session), "create")
  if (row === undefined) return mayHaveRun && isOurs(query, session.id, bodies[0])
  const { key } = row
  const about = [all.map(({ type }) => type), all.map(commandOf), bodies.join("\n")]
  await query(INSERT_FACTS, [key, ...about], "create-facts")
  await referTo(query, key, hashes)
  await keepBlobs(query, key, blobs)
  if (maxSessions !== undefined) await archiveOldest(query, { owner, key, maxSessions })
  return true
}

/** Whether an earlier attempt, whose answer was lost, created the session. */
async function isOurs(query: Query, id: string, body: string | undefined): Promise<boolean> {
  const [first] = await query<{ readonly body: string }>(
    "select f.body from facts f join sessions s on s.key = f.session where s.id = $1 and f.seq = 1",
    [id],
  )
  return first !== undefined && first.body === body
}

const INSERT = `insert into sessions (id, profile, owner, parent, parent_kind, created_at, seq, status, due_at, open_requests,
    turns, messages, usage, preview, updated_at, updated_second, error, workspace, epoch)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15::bigint / 1000, $16, $17,
    coalesce((select epoch + 1 from removed where id = $1), 0))
  on conflict (id) do nothing returning key`
const INSERT_FACTS = `insert into facts (session, seq, type, command, body)
  select $1, f.i, f.type, f.command, f.body
  from unnest($2::text[], $3::text[], string_to_array($4, E'\\n')) with ordinality as f (type, command, body, i)`

function rowValues(session: NewSession): readonly unknown[] {
  const row = newRow(session)
  const { status, dueAt, turns, messages, updatedAt } = row
  return [
    row.id,
    row.profile,
    row.owner,
    row.parent,
    row.parentKind ?? null,
    row.createdAt,
    row.seq,
    status,
    dueAt,
    JSON.stringify(row.openRequests),
    turns,
    messages,
    JSON.stringify(row.usage),
    plain(row.preview),
    updatedAt,
    plainOrNull(row.error),
    plainOrNull(row.workspace),
  ]
}

interface Updating {
  readonly change: MetadataChange
  /** The time of the change. */
  readonly at: number
}

async function update(query: Query, session: string, { change, at }: Updating): Promise<boolean> {
  const [row] = await query<{ readonly key: number; readonly tags: readonly string[] | null }>(
    "select key, tags from sessions where id = $1 for no key update",
    [session],
  )
  if (row === undefined) return false
  const { title, pinned = null, archived = null } = change
  const tags = (changedTags(row.tags ?? [], change) ?? row.tags ?? []).map(plain)
  await query(
    `update sessions set title = case when $2 then $3 else title end, pinned = coalesce($4, pinned),
       archived = coalesce($5, archived), tags = $7,
       archived_at = case $5 when false then null when true then coalesce(archived_at, $6) else archived_at end
     where key = $1`,
    [row.key, title !== undefined, plainOrNull(title), pinned, archived, at, tags.length === 0 ? null : tags],
    "update",
  )
  return true
}
