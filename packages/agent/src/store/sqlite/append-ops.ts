// Facts and snapshots: the writer thread's operations, inside a transaction. Each checks before it writes.
import type { Database } from "better-sqlite3"
import type { Blob } from "../../contracts/blobs.ts"
import type { Appended, Snapshot } from "../../contracts/store.ts"
import { blobAdder } from "./blobs.ts"
import { type AppendOp, type FactRow, secondOf } from "./protocol.ts"
import { factId } from "./schema.ts"

export interface AppendOps {
  append(op: AppendOp): Appended
  /** The transaction was rolled back: nothing that was appended in it counts. */
  forget(): void
  snapshot(session: string, snapshot: Snapshot): boolean
  addFact(key: number, fact: FactRow): void
  addBlob(key: number, blob: Blob): void
}

/** `wasPutBack` is called, and throws, if a session has less than was appended here. */
export function appendOps(db: Database, wasPutBack: (session: string) => never): AppendOps {
  const find = db.prepare<[string], Position>(
    "select key, seq, epoch, due_at, updated_second from sessions where id = ?",
  )
  const insertFact = db.prepare("insert into facts (id, body, command) values (?, ?, ?)")
  const insertTwo = db.prepare("insert into facts (id, body) values (?, ?), (?, ?)")
  const setColumns = db.prepare(`${SET_COLUMNS} where key = ?`)
  const goOn = db.prepare(
    `${SET_COLUMNS} where key = ? and id = ? and epoch = ? and seq = ? and due_at = 0 and updated_second = ?`,
  )
  // Separate, because most appends change neither value, so their indexes need no update.
  const setIndexed = db.prepare("update sessions set due_at = ?, due_in = null, updated_second = ? where key = ?")
  const consume = db.prepare("delete from inbox where place = ? and session = ?")
  const findPlace = db.prepare<[number, number]>("select 1 from inbox where place = ? and session = ?")
  const findCommand = db.prepare<[number]>("select 1 from inbox where session = ? limit 1")
  const addBlob = blobAdder(db)
  const addSpent = db.prepare(ADD_SPENT)
  const saveSnapshot = db.prepare(
    "insert or replace into snapshots (session, version, seq, body) select key, ?, ?, ? from sessions where id = ?",
  )

  /** The sessions that were appended to. An outdated key finds nothing, because the id is compared too. */
  const known = new Map<string, Known>()

  function append(op: AppendOp): Appended {
    const before = known.get(op.session)
    if (before === undefined || !isMoreOf(op, before)) return appendToRow(op)
    addAll(before.key, op)
    before.seq += op.facts.length
    return { ok: true }
  }

  /** Most appends go on with a turn that is under way: one statement checks the row and changes it. If not, nothing is changed. */
  function isMoreOf(op: AppendOp, before: Known): boolean {
    const { session, epoch, expectedSeq, facts, columns, dueAt, consumed } = op
    if (expectedSeq !== before.seq || epoch !== before.epoch) return false
    if (dueAt !== 0 || (consumed !== undefined && consumed.length > 0)) return false
    const done = goOn.run(
      expectedSeq + facts.length,
      columns,
      before.key,
      session,
      epoch,
      expectedSeq,
      secondOf(columns),
    )
    return done.changes > 0
  }

  function appendToRow(op: AppendOp): Appended {
    const row = find.get(op.session)
    if (row === undefined) return { ok: false, reason: "missing" }
    if (isLess(row, known.get(op.session))) wasPutBack(op.session)
    if (row.epoch !== op.epoch) return { ok: false, reason: "fenced" }
    if (row.seq !== op.expectedSeq) return { ok: false, reason: "stale" }
    const { consumed = [] } = op
    if (consumed.some((place) => findPlace.get(place, row.key) === undefined)) return { ok: false, reason: "changed" }
    addAll(row.key, op)
    for (const place of consumed) consume.run(place, row.key)
    const second = secondOf(op.columns)
    const dueAt = op.dueAt ?? (findCommand.get(row.key) === undefined ? null : 0)
    if (dueAt !== row.due_at || second !== row.updated_second) setIndexed.run(dueAt, second, row.key)
    setColumns.run(row.seq + op.facts.length, op.columns, row.key)
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(op.session, { key: row.key, epoch: row.epoch, seq: row.seq + op.facts.length })
    return { ok: true }
  }

  function addAll(key: number, { facts, blobs, spent }: AppendOp): void {
    addFacts(key, facts)
    if (blobs !== undefined) for (const blob of blobs) addBlob(key, blob)
    if (spent !== undefined) for (const each of spent) addSpent.run(each, key)
  }

  /** Both commits of a round have two facts without a command: one statement for both. */
  function addFacts(key: number, facts: readonly FactRow[]): void {
    const [first, second] = facts
    const isPair = facts.length === 2 && first !== undefined && second !== undefined
    if (isPair && first[3] === null && second[3] === null)
      insertTwo.run(factId(key, first[0]), first[2], factId(key, second[0]), second[2])
    else for (const fact of facts) addFact(key, fact)
  }

  function addFact(key: number, [seq, , body, command]: FactRow): void {
    insertFact.run(factId(key, seq), body, command)
  }

  function snapshot(session: string, { version, seq, body }: Snapshot): boolean {
    return saveSnapshot.run(version, seq, body, session).changes > 0
  }

  return { append, forget: () => known.clear(), addFact, addBlob, snapshot }
}

const MOST_KNOWN = 10_000

/** Neither number ever falls, and a session that is made anew has another key. */
function isLess({ key, seq, epoch }: Position, known: Known | undefined): boolean {
  return known?.key === key && (seq < known.seq || epoch < known.epoch)
}

const SET_COLUMNS = `update sessions set seq = ?, status = ?, open_requests = ?, turns = ?, messages = ?, usage = ?,
  preview = ?, updated_at = ?, error = ?, workspace = coalesce(?, workspace)`

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

/** What is known of a session after it was appended to. */
interface Known {
  readonly key: number
  readonly epoch: number
  seq: number
}

interface Position {
  readonly key: number
  readonly seq: number
  readonly epoch: number
  readonly due_at: number | null
  readonly updated_second: number
}
