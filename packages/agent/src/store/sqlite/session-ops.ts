// Creating, renaming and removing sessions: the writer thread's operations, inside a transaction.
import type { Database } from "better-sqlite3"
import type { AsSeen, MetadataChange } from "../../contracts/sessions.ts"
import { toTags } from "../sql-rows.ts"
import { changedTags } from "../tags.ts"
import type { AppendOps } from "./append-ops.ts"
import type { OwnerOps } from "./owner-ops.ts"
import { type CreateOp, secondOf } from "./protocol.ts"
import { factId } from "./schema.ts"

/** So many changes of the session list are kept for those who watch it. */
export const KEPT_CHANGES = 1000

export interface SessionOps {
  create(op: CreateOp): boolean
  update(session: string, change: MetadataChange, at: number): boolean
  remove(session: string, only?: AsSeen): boolean
}

type Uses = Pick<AppendOps, "addFact" | "addBlob"> & Pick<OwnerOps, "archiveOldest">

export function sessionOps(db: Database, { addFact, addBlob, archiveOldest }: Uses): SessionOps {
  const insert = db.prepare(
    `insert or ignore into sessions (id, profile, owner, parent, created_at, seq, status, open_requests, turns, messages,
       usage, preview, updated_at, error, workspace, updated_second, due_at, epoch)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce((select epoch + 1 from removed where id = ?), 0))`,
  )
  const referTo = db.prepare("insert or ignore into blob_refs (session, hash) select ?, hash from blobs where hash = ?")
  const rename = db.prepare(
    `update sessions set title = iif(?, ?, title), pinned = coalesce(?, pinned), archived = coalesce(?, archived),
       archived_at = case ? when 0 then null when 1 then coalesce(archived_at, ?) else archived_at end
     where id = ?`,
  )
  const retag = retagOp(db)
  const note = noteOp(db)
  const remove = removeOp(db)
  return {
    create: ({ session, profile, owner, parent, createdAt, facts, columns, dueAt, hashes, blobs, maxSessions }) => {
      const about = [session, profile, owner, parent, createdAt, facts.length] as const
      const row = insert.run(...about, ...columns, secondOf(columns), dueAt, session)
      if (row.changes === 0) return false
      const key = Number(row.lastInsertRowid)
      for (const fact of facts) addFact(key, fact)
      for (const hash of hashes) referTo.run(key, hash)
      for (const blob of blobs) addBlob(key, blob)
      if (maxSessions !== undefined) archiveOldest(key, maxSessions)
      note(session)
      return true
    },
    update: (session, change, at) => {
      const { title, pinned, archived } = change
      const named = [title === undefined ? 0 : 1, title ?? null] as const
      retag(session, change)
      const isFound = rename.run(...named, bit(pinned), bit(archived), bit(archived), at, session).changes > 0
      if (isFound) note(session)
      return isFound
    },
    remove: (session, only) => {
      const isRemoved = remove(session, only)
      if (isRemoved) note(session)
      return isRemoved
    },
  }
}

/** Remembers that a session changed, for those who watch. Only the last changes are kept. */
function noteOp(db: Database): (session: string) => void {
  const add = db.prepare("insert into session_changes (id) values (?)")
  const forget = db.prepare("delete from session_changes where place <= ?")
  return (session) => {
    const { lastInsertRowid } = add.run(session)
    forget.run(Number(lastInsertRowid) - KEPT_CHANGES)
  }
}

function retagOp(db: Database): (session: string, change: MetadataChange) => void {
  const read = db.prepare<[string], string | null>("select tags from sessions where id = ?").pluck()
  const write = db.prepare("update sessions set tags = ? where id = ?")
  return (session, change) => {
    // Inside the transaction, so that no change of another process gets lost.
    const tags = changedTags(toTags(read.get(session) ?? null), change)
    if (tags !== undefined) write.run(tags.length === 0 ? null : JSON.stringify(tags), session)
  }
}

function bit(flag: boolean | undefined): number | null {
  return flag === undefined ? null : Number(flag)
}

function removeOp(db: Database): SessionOps["remove"] {
  const find = db.prepare<[string], number>("select key from sessions where id = ?").pluck()
  const findAsSeen = db
    .prepare<[string, number, number], number>(
      `select key from sessions s where id = ? and seq = ? and epoch = ? and archived = 1 and pinned = 0
         and status in ('idle', 'failed') and not exists (select 1 from inbox where session = s.key)`,
    )
    .pluck()
  const deleteFacts = db.prepare("delete from facts where id > ? and id < ?")
  const deletions = [
    `delete from blobs where hash in (
       select hash from blob_refs mine where session = ? and not exists (
         select 1 from blob_refs other where other.hash = mine.hash and other.session <> mine.session))`,
    "delete from blob_refs where session = ?",
    "delete from inbox where session = ?",
    "delete from snapshots where session = ?",
    "delete from live where session = ?",
    "delete from sessions where key = ?",
  ].map((sql) => db.prepare(sql))

  const remember = db.prepare("insert or replace into removed (id, epoch) select id, epoch from sessions where id = ?")

  return (session, only) => {
    const key = only === undefined ? find.get(session) : findAsSeen.get(session, only.seq, only.epoch)
    if (key === undefined) return false
    remember.run(session)
    deleteFacts.run(factId(key, 0), factId(key + 1, 0))
    for (const deletion of deletions) deletion.run(key)
    return true
  }
}
