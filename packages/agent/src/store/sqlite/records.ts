// Small documents of the program around the agents: the reader, the writer thread's operations, and the port.
import type { Database } from "better-sqlite3"
import type { Json } from "../../contracts/json.ts"
import type { ListedRecord, RecordQuery, Records, StoredRecord } from "../../contracts/records.ts"
import type { WriterClient } from "./client.ts"
import type { PutRecordOp, RemoveRecordOp } from "./protocol.ts"
import type { ReadGate } from "./read-gate.ts"
import { sinceTheLastCommit } from "./since-the-last-commit.ts"

export interface RecordOps {
  /** The new version; 0 if the record does not have the expected one. */
  putRecord(op: PutRecordOp): number
  removeRecord(op: RemoveRecordOp): boolean
}

export function recordOps(db: Database): RecordOps {
  const versionOf = db
    .prepare<[string, string], number>("select version from records where kind = ? and key = ?")
    .pluck()
  const replace = db.prepare("insert or replace into records (kind, key, value) values (?, ?, ?)")
  const remove = db.prepare("delete from records where kind = ? and key = ?")
  const isExpected = ({ of, key, expected }: Pick<PutRecordOp, "of" | "key" | "expected">) =>
    expected === undefined || (versionOf.get(of, key) ?? 0) === expected
  return {
    putRecord: (op) => (isExpected(op) ? Number(replace.run(op.of, op.key, op.value).lastInsertRowid) : 0),
    removeRecord: (op) => isExpected(op) && remove.run(op.of, op.key).changes > 0,
  }
}

interface RecordColumns {
  readonly key: string
  readonly value: string
  readonly version: number
}

export interface RecordReader {
  get(kind: string, key: string): StoredRecord | undefined
  list(kind: string, query: RecordQuery): readonly ListedRecord[]
  kinds(): readonly string[]
}

export function recordReader(db: Database): RecordReader {
  const columns = "select key, value, version from records where kind = ?"
  const one = db.prepare<[string, string], RecordColumns>(`${columns} and key = ?`)
  const from = db.prepare<[string, string, string], RecordColumns>(`${columns} and key >= ? and key > ? order by key`)
  const fromStart = db.prepare<[string, string], RecordColumns>(`${columns} and key >= ? order by key`)
  const kinds = db.prepare<[], string>("select distinct kind from records order by kind").pluck()
  return {
    kinds: () => kinds.all(),
    get: (kind, key) => {
      const row = one.get(kind, key)
      return row && { value: JSON.parse(row.value) as Json, version: row.version }
    },
    list: sinceTheLastCommit(db, (kind: string, query: RecordQuery) => {
      const { prefix = "", after, limit = Number.POSITIVE_INFINITY } = query
      const rows = after === undefined ? fromStart.iterate(kind, prefix) : from.iterate(kind, prefix, after)
      const found: ListedRecord[] = []
      for (const { key, value, version } of rows) {
        if (found.length >= limit || !key.startsWith(prefix)) break
        found.push({ key, value: JSON.parse(value) as Json, version })
      }
      return found
    }),
  }
}

export function sqliteRecords(writer: WriterClient, reading: ReadGate, db: Database): Records {
  const reader = recordReader(db)
  return {
    get: (kind, key) => reading.ask(() => reader.get(kind, key)),
    put: async (of, key, value, expected) => {
      const op = { kind: "put-record", of, key, value: JSON.stringify(value), expected } as const
      const version = await writer.run<"put-record">(op)
      return version === 0 ? undefined : version
    },
    remove: (of, key, expected) => writer.run<"remove-record">({ kind: "remove-record", of, key, expected }),
    list: (kind, query = {}) => reading.ask(() => reader.list(kind, query)),
    kinds: () => reading.ask(() => reader.kinds()),
  }
}
