// Making, naming and removing sessions: the writer thread's part, inside a transaction.
import type { Database } from "better-sqlite3"
import type { Metadata } from "../../contracts/store.ts"
import { type CreateOp, type FactRow, secondOf } from "./protocol.ts"
import { factId } from "./schema.ts"

export interface SessionOps {
  create(op: CreateOp): boolean
  update(session: string, metadata: Partial<Metadata>): boolean
  remove(session: string): boolean
}

export function sessionOps(db: Database, addFact: (key: number, fact: FactRow) => void): SessionOps {
  const insert = db.prepare(
    `insert or ignore into sessions (id, profile, owner, parent, created_at, seq, status, open_requests, turns, messages,
       usage, preview, updated_at, error, updated_second, due_at, epoch)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, coalesce((select epoch + 1 from removed where id = ?), 0))`,
  )
  const referTo = db.prepare("insert or ignore into blob_refs (session, hash) select ?, hash from blobs where hash = ?")
  const rename = db.prepare(
    `update sessions set title = iif(?, ?, title), pinned = coalesce(?, pinned), archived = coalesce(?, archived)
     where id = ?`,
  )
  return {
    create: ({ session, profile, owner, parent, createdAt, facts, columns, dueAt, hashes }) => {
      const about = [session, profile, owner, parent, createdAt, facts.length] as const
      const row = insert.run(...about, ...columns, secondOf(columns), dueAt, session)
      if (row.changes === 0) return false
      const key = Number(row.lastInsertRowid)
      for (const fact of facts) addFact(key, fact)
      for (const hash of hashes) referTo.run(key, hash)
      return true
    },
    update: (session, { title, pinned, archived }) =>
      rename.run(title === undefined ? 0 : 1, title ?? null, bit(pinned), bit(archived), session).changes > 0,
    remove: removeOp(db),
  }
}

function bit(flag: boolean | undefined): number | null {
  return flag === undefined ? null : Number(flag)
}

function removeOp(db: Database): (session: string) => boolean {
  const find = db.prepare<[string], number>("select key from sessions where id = ?").pluck()
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

  return (session) => {
    const key = find.get(session)
    if (key === undefined) return false
    remember.run(session)
    deleteFacts.run(factId(key, 0), factId(key + 1, 0))
    for (const deletion of deletions) deletion.run(key)
    return true
  }
}
