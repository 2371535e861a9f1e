// Leases: the writer thread's operations, inside a transaction.
import type { Database } from "better-sqlite3"
import type { Acquired, Holder, Runner } from "../../contracts/leases.ts"
import type { LiveText } from "../../contracts/store.ts"
import { type HolderColumns, toHolder } from "./holder.ts"
import type { OwnerOps } from "./owner-ops.ts"
import type { AcquireOp, ReleaseOp } from "./protocol.ts"

export interface LeaseOps {
  join(runner: Runner): boolean
  leave(runner: string): boolean
  acquire(claim: Omit<AcquireOp, "kind">): Acquired | "not-joined"
  release(op: ReleaseOp): boolean
}

export function leaseOps(db: Database, owners: Pick<OwnerOps, "othersRunning">): LeaseOps {
  const insertRunner = db.prepare(
    "insert or replace into runners (id, pid, boot, started, beat, beat_at) values (?, ?, ?, ?, 0, ?)",
  )
  const deleteRunner = db.prepare("delete from runners where id = ?")
  const releaseAll = db.prepare("update sessions set runner = null where runner = ?")
  const releaseIt = db.prepare(
    `update sessions set runner = null,
       due_at = iif(exists (select 1 from inbox where session = sessions.key and place > ?), 0, ?), due_in = ?,
       queued_at = coalesce(?, queued_at)
     where id = ? and epoch = ?`,
  )
  // By the clock of the store, not by that of the runner.
  const waitsFrom = (dueIn: number | null) => (dueIn === null ? null : Date.now() + dueIn)
  return {
    join: ({ id, pid, boot, started }) => insertRunner.run(id, pid, boot, started, Date.now()).changes > 0,
    leave: (runner) => releaseAll.run(runner).changes + deleteRunner.run(runner).changes > 0,
    acquire: acquireOp(db, owners),
    release: ({ session, epoch, dueAt, dueIn = null, seen }) =>
      releaseIt.run(seen, dueAt, dueIn, waitsFrom(dueIn), session, epoch).changes > 0,
  }
}

function acquireOp(db: Database, { othersRunning }: Pick<OwnerOps, "othersRunning">): LeaseOps["acquire"] {
  const findRunner = db.prepare<[string]>("select 1 from runners where id = ?")
  // Without a holder, it may be kept for another runner.
  const find = db.prepare<[string, string], Held>(
    `select s.key, s.seq, s.epoch, r.id as runner, r.pid, r.boot, r.started, r.beat from sessions s left join runners r
       on r.id = coalesce((select id from runners where id = s.runner), nullif(s.given_to, ?)) where s.id = ?`,
  )
  const take = db.prepare("update sessions set epoch = epoch + 1, runner = ?, given_to = null where key = ?")
  // Text in flight is lost with the runner that was writing it.
  const clearLive = db.prepare("delete from live where session = ?")

  return ({ session, runner, over, maxRunning }) => {
    if (findRunner.get(runner) === undefined) return "not-joined"
    const row = find.get(runner, session)
    if (row === undefined) return { ok: false }
    const holder = toHolder(row)
    if (holder !== undefined && !isBeaten(holder, over)) return { ok: false, holder }
    if (maxRunning !== undefined && othersRunning(row.key) >= maxRunning) return { ok: false, isFull: true }
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
