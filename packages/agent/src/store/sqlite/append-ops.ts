// Facts, commands and snapshots: the writer thread's operations, inside a transaction. Each checks before it writes.
import type { Database } from "better-sqlite3"
import type { Enqueued, Say } from "../../contracts/command.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Appended, Blob, OpenRequest, Snapshot, Status } from "../../contracts/store.ts"
import { admit, filesIn, filesSaid, type Waiting } from "../admit.ts"
import type { OwnerOps } from "./owner-ops.ts"
import { type AppendOp, type EnqueueOp, type FactRow, secondOf } from "./protocol.ts"
import { factId } from "./schema.ts"

export interface AppendOps {
  append(op: AppendOp): Appended
  enqueue(op: EnqueueOp): Enqueued
  snapshot(session: string, snapshot: Snapshot): boolean
  addFact(key: number, fact: FactRow): void
  addBlob(key: number, blob: Blob): void
}

export function appendOps(db: Database, owners: OwnerOps): AppendOps {
  const find = db.prepare<[string], Position>(
    "select key, seq, epoch, due_at, updated_second from sessions where id = ?",
  )
  const insertFact = db.prepare("insert into facts (id, body, command) values (?, ?, ?)")
  const setColumns = db.prepare(
    `update sessions set seq = ?, status = ?, open_requests = ?, turns = ?, messages = ?, usage = ?,
       preview = ?, updated_at = ?, error = ?, workspace = coalesce(?, workspace) where key = ?`,
  )
  // Separate, because most appends change neither value, so their indexes need no update.
  const setIndexed = db.prepare("update sessions set due_at = ?, due_in = null, updated_second = ? where key = ?")
  const consume = db.prepare("delete from inbox where session = ? and id = ?")
  const findCommand = db.prepare<[number]>("select 1 from inbox where session = ? limit 1")
  const addBlob = blobAdder(db)
  const addSpent = db.prepare(ADD_SPENT)
  const saveSnapshot = db.prepare(
    "insert or replace into snapshots (session, version, seq, body) select key, ?, ?, ? from sessions where id = ?",
  )

  function append(op: AppendOp): Appended {
    const row = find.get(op.session)
    if (row === undefined) return { ok: false, reason: "missing" }
    if (row.epoch !== op.epoch) return { ok: false, reason: "fenced" }
    if (row.seq !== op.expectedSeq) return { ok: false, reason: "stale" }
    for (const fact of op.facts) addFact(row.key, fact)
    for (const blob of op.blobs ?? []) addBlob(row.key, blob)
    for (const id of op.consumed ?? []) consume.run(row.key, id)
    for (const spent of op.spent ?? []) addSpent.run(...spent, row.key)
    const second = secondOf(op.columns)
    const dueAt = op.dueAt ?? (findCommand.get(row.key) === undefined ? null : 0)
    if (dueAt !== row.due_at || second !== row.updated_second) setIndexed.run(dueAt, second, row.key)
    setColumns.run(row.seq + op.facts.length, ...op.columns, row.key)
    return { ok: true }
  }

  function addFact(key: number, [seq, , body, command]: FactRow): void {
    insertFact.run(factId(key, seq), body, command)
  }

  function snapshot(session: string, { version, seq, body }: Snapshot): boolean {
    return saveSnapshot.run(version, seq, body, session).changes > 0
  }

  return { append, addFact, addBlob, snapshot, enqueue: enqueueOp(db, addBlob, owners) }
}

/** A cost stays null until one is known. */
const ADD_SPENT = `insert into usage (owner, day, model, requests, unpriced, input_tokens, output_tokens,
    cache_read_tokens, cache_write_tokens, cost_usd, estimated, tool_calls, ms)
  select coalesce(owner, ''), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ? from sessions where key = ?
  on conflict do update set requests = requests + excluded.requests, unpriced = unpriced + excluded.unpriced,
    input_tokens = input_tokens + excluded.input_tokens, output_tokens = output_tokens + excluded.output_tokens,
    cache_read_tokens = cache_read_tokens + excluded.cache_read_tokens,
    cache_write_tokens = cache_write_tokens + excluded.cache_write_tokens,
    cost_usd = iif(excluded.cost_usd is null, cost_usd, coalesce(cost_usd, 0) + excluded.cost_usd),
    estimated = max(estimated, excluded.estimated), tool_calls = tool_calls + excluded.tool_calls,
    ms = ms + excluded.ms`

type AddBlob = (key: number, blob: Blob) => void

function blobAdder(db: Database): AddBlob {
  const insert = db.prepare("insert or ignore into blobs (hash, bytes) values (?, ?)")
  const referTo = db.prepare("insert or ignore into blob_refs (session, hash) values (?, ?)")
  return (key, { hash, bytes }) => {
    insert.run(hash, bytes)
    referTo.run(key, hash)
  }
}

interface Position {
  readonly key: number
  readonly seq: number
  readonly epoch: number
  readonly due_at: number | null
  readonly updated_second: number
}

function enqueueOp(db: Database, addBlob: AddBlob, owners: OwnerOps): (op: EnqueueOp) => Enqueued {
  const find = db.prepare<[string], AdmissionRow>(
    "select key, status, open_requests, archived from sessions where id = ?",
  )
  const findWaiting = db.prepare<[number, string]>("select 1 from inbox where session = ? and id = ?")
  const findFact = db.prepare<[string, number, number]>("select 1 from facts where command = ? and id > ? and id < ?")
  const isKnown = (key: number, id: string) =>
    findWaiting.get(key, id) !== undefined || findFact.get(id, factId(key, 0), factId(key + 1, 0)) !== undefined
  const waitingIn = db.prepare<[number], Waiting>("select kind, call from inbox where session = ?")
  const insert = db.prepare("insert into inbox (session, id, kind, call, body) values (?, ?, ?, ?, ?)")
  const filesOf = filesCounter(db)
  const makeDue = db.prepare("update sessions set due_at = 0 where key = ? and (due_at is null or due_at > 0)")

  return ({ session, id, waiting: command, body, admission, blobs }) => {
    const row = find.get(session)
    if (row === undefined) return { outcome: "refused", reason: "missing" }
    if (isKnown(row.key, id)) return { outcome: "duplicate" }
    const openRequests = JSON.parse(row.open_requests) as readonly OpenRequest[]
    const waiting = () => waitingIn.all(row.key)
    const { key, status } = row
    const files = () => filesOf(key)
    const othersActive = () => owners.othersActive(key)
    const reason = admit({ status, openRequests, waiting, files, othersActive }, command, admission)
    if (reason !== undefined) return { outcome: "refused", reason }
    if (command.kind === "say") {
      if (row.archived === 1) owners.unarchive(key)
      if (admission.maxSessions !== undefined) owners.archiveOldest(key, admission.maxSessions)
    }
    for (const blob of blobs) addBlob(row.key, blob)
    const place = Number(insert.run(row.key, id, command.kind, command.call, body).lastInsertRowid)
    makeDue.run(row.key)
    return { outcome: "accepted", place }
  }
}

interface AdmissionRow {
  readonly key: number
  readonly status: Status
  readonly open_requests: string
  readonly archived: number
}

/** Counts the files of facts and waiting commands. Called only for commands with files, where their number is limited. */
function filesCounter(db: Database): (key: number) => number {
  const said = db
    .prepare<[number, number], string>(
      "select body from facts where id > ? and id < ? and command is not null and instr(body, '\"blob\"') > 0",
    )
    .pluck()
  const waiting = db.prepare<[number], string>("select body from inbox where session = ? and kind = 'say'").pluck()
  return (key) => {
    const facts = said.all(factId(key, 0), factId(key + 1, 0)).map((body) => JSON.parse(body) as Fact)
    const commands = waiting.all(key).map((body) => JSON.parse(body) as Say)
    return commands.reduce((sum, { input }) => sum + filesIn(input), filesSaid(facts))
  }
}
