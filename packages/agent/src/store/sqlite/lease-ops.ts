// Leases: the writer thread's operations, inside a transaction.
import type { Database } from "better-sqlite3"
import type { Acquired, Holder, LiveText, Runner } from "../../contracts/store.ts"
import { type HolderColumns, toHolder } from "./holder.ts"
import type { ReleaseOp } from "./protocol.ts"

export interface LeaseOps {
  join(runner: Runner): boolean
  leave(runner: string): boolean
  acquire(claim: Claim): Acquired | "not-joined"
  release(op: ReleaseOp): boolean
}

export interface Claim {
  readonly session: string
  readonly runner: string
  readonly over: Holder | undefined
}

export function leaseOps(db: Database): LeaseOps {
  const insertRunner = db.prepare(
    "insert or replace into runners (id, pid, boot, started, beat, beat_at) values (?, ?, ?, ?, 0, ?)",
  )
  const deleteRunner = db.prepare("delete from runners where id = ?")
  const releaseAll = db.prepare("update sessions set runner = null where runner = ?")
  const releaseIt = db.prepare(
    `update sessions set runner = null,
       due_at = iif(exists (select 1 from inbox where session = sessions.key and place > ?), 0, ?), due_in = ?
     where id = ? and epoch = ?`,
  )
  return {
    join: ({ id, pid, boot, started }) => insertRunner.run(id, pid, boot, started, Date.now()).changes > 0,
    leave: (runner) => releaseAll.run(runner).changes + deleteRunner.run(runner).changes > 0,
    acquire: acquireOp(db),
    release: ({ session, epoch, dueAt, dueIn = null, seen }) =>
      releaseIt.run(seen, dueAt, dueIn, session, epoch).changes > 0,
  }
}

function acquireOp(db: Database): LeaseOps["acquire"] {
  const findRunner = db.prepare<[string]>("select 1 from runners where id = ?")
  const find = db.prepare<[string], Held>(
    `select s.key, s.seq, s.epoch, r.id as runner, r.pid, r.boot, r.started, r.beat
     from sessions s left join runners r on r.id = s.runner where s.id = ?`,
  )
  const take = db.prepare("update sessions set epoch = epoch + 1, runner = ? where key = ?")
  // Text in flight is lost with the runner that was writing it.
  const clearLive = db.prepare("delete from live where session = ?")

  return ({ session, runner, over }) => {
    if (findRunner.get(runner) === undefined) return "not-joined"
    const row = find.get(session)
    if (row === undefined) return { ok: false }
    const holder = toHolder(row)
    if (holder !== undefined && !isBeaten(holder, over)) return { ok: false, holder }
    take.run(runner, row.key)
    clearLive.run(row.key)
    return { ok: true, epoch: row.epoch + 1, seq: row.seq }
  }
}

interface Held extends HolderColumns {
  readonly key: number
  readonly seq: number
}

function isBeaten(holder: Holder, over: Holder | undefined): boolean {
  return over?.runner.id === holder.runner.id && over.epoch === holder.epoch && over.beat === holder.beat
}

/** Heartbeats and text in flight, on the connection that does not sync. */
export interface LooseOps {
  beat(runner: string): readonly string[]
  live(session: string, text: LiveText | undefined): boolean
}

export function looseOps(db: Database): LooseOps {
  const beat = db.prepare("update runners set beat = beat + 1, beat_at = ? where id = ?")
  const heldBy = db.prepare<[string], string>("select id from sessions where runner = ?").pluck()
  const write = db.prepare(
    "insert or replace into live (session, attempt, text) select key, ?, ? from sessions where id = ?",
  )
  const clear = db.prepare("delete from live where session = (select key from sessions where id = ?)")
  return {
    beat: (runner) => (beat.run(Date.now(), runner).changes > 0 ? heldBy.all(runner) : []),
    live: (session, text) =>
      (text === undefined ? clear.run(session) : write.run(text.attempt, text.text, session)).changes > 0,
  }
}
