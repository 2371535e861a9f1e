// Most appends are checked and made by one statement. They say and store the same as those that look at the row first.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Database } from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type AppendOps, appendOps } from "./append-ops.ts"
import { openHere } from "./connections.ts"
import type { AppendOp, ColumnValues, FactRow, SpentValues } from "./protocol.ts"

const columns: ColumnValues = ["tool_loop", "[]", 1, 1, "{}", "Go", 1000, null, null]
const spent: SpentValues = [1, "a:model", 1, 1, 100, 20, 0, 0, null, 0, 1, 5]

let folder = ""
let dbs: Database[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-append-"))
  dbs = ["short", "long"].map((name) => openHere({ path: join(folder, name) }).durable)
  everywhere(SESSION)
})
afterEach(() => {
  for (const db of dbs) db.close()
  rmSync(folder, { recursive: true })
})

const SESSION = `insert into sessions (id, profile, created_at, seq, status, due_at, open_requests, turns, messages, usage, preview,
  updated_at, updated_second) values ('s', 'default', 1, 1, 'idle', 0, '[]', 0, 0, '{}', '', 1000, 1)`

/** Something that another writer does meanwhile. */
function everywhere(sql: string): void {
  for (const db of dbs) db.exec(sql)
}

function rowsOf(db: Database): unknown {
  return ["sessions", "facts", "inbox", "usage"].map((table) => db.prepare(`select * from ${table}`).all())
}

function facts(from: number, count: number, command: string | null = null): readonly FactRow[] {
  return Array.from({ length: count }, (_, index) => [from + index, "x", `{"seq":${from + index}}`, command] as const)
}

function append(expectedSeq: number, rest: Partial<AppendOp> = {}): AppendOp {
  const nothing = { consumed: undefined, blobs: undefined, spent: undefined }
  const about = { session: "s", expectedSeq, epoch: 0, columns, dueAt: 0 }
  return { kind: "append", ...about, ...nothing, facts: facts(expectedSeq + 1, 2), ...rest }
}

const steps: readonly (AppendOp | string)[] = [
  append(1),
  append(3),
  // The same second, so that the short statement itself has to refuse.
  append(3),
  "update sessions set id = 'another'",
  append(5),
  "update sessions set id = 's'",
  append(5, { facts: facts(6, 1), spent: [spent] }),
  append(6, { facts: facts(7, 3, "c1"), spent: [spent, spent] }),
  append(9, { columns: ["waiting", '[{"call":"c"}]', 2, 3, '{"a":1}', "Gone", 1999, "broke", "/work"] }),
  append(11),
  append(13, { columns: columns.with(6, 2000) as unknown as ColumnValues }),
  append(13),
  "update sessions set epoch = 1",
  append(15),
  append(15, { epoch: 0, columns: columns.with(6, 2000) as unknown as ColumnValues }),
  append(15, { epoch: 1 }),
  append(17, { epoch: 1, dueAt: null }),
  "update sessions set due_at = 0, due_in = 5",
  append(19, { epoch: 1 }),
  "update sessions set due_at = 77",
  append(21, { epoch: 1, consumed: [] }),
  "insert into inbox (session, id, kind, body) values (1, 'c', 'say', '{}')",
  append(23, { epoch: 1, consumed: [9] }),
  append(23, { epoch: 1, consumed: [1] }),
  append(25, { epoch: 1, facts: [] }),
  "delete from sessions; delete from facts",
  append(25, { epoch: 1 }),
  SESSION,
  append(25, { epoch: 1 }),
  append(1),
]

function wasPutBack(session: string): never {
  throw new Error(`${session} was put back`)
}

it("appends that go on with a turn say and store the same as those that look first", () => {
  const [short, long] = dbs as [Database, Database]
  const going: AppendOps = appendOps(short, wasPutBack)
  const said = new Set<unknown>()
  for (const step of steps) {
    if (typeof step === "string") {
      everywhere(step)
      continue
    }
    const answer = going.append(step)
    // Made anew, it knows no session, and has to look.
    expect(answer).toEqual(appendOps(long, wasPutBack).append(step))
    expect(rowsOf(short)).toEqual(rowsOf(long))
    said.add(answer.ok || answer.reason)
  }
  expect([...said].sort()).toEqual(["changed", "fenced", "missing", "stale", true])
})

describe("a session that has less than was appended here", () => {
  it.each([
    { older: "seq = 1", expectedSeq: 3, epoch: 1 },
    { older: "seq = 1", expectedSeq: 1, epoch: 1 },
    { older: "epoch = 0", expectedSeq: 3, epoch: 1 },
    { older: "epoch = 0", expectedSeq: 3, epoch: 0 },
  ])("was put back: $older, and an append to $expectedSeq of epoch $epoch", ({ older, expectedSeq, epoch }) => {
    const [db] = dbs as [Database]
    db.exec("update sessions set epoch = 1")
    const ops = appendOps(db, wasPutBack)
    expect(ops.append(append(1, { epoch: 1 }))).toEqual({ ok: true })
    db.exec(`update sessions set ${older}; delete from facts`)
    expect(() => ops.append(append(expectedSeq, { epoch }))).toThrow("s was put back")
  })

  it("was rolled back, if the store says so", () => {
    const [db] = dbs as [Database]
    const ops = appendOps(db, wasPutBack)
    db.exec("begin")
    expect(ops.append(append(1))).toEqual({ ok: true })
    db.exec("rollback")
    ops.forget()
    expect(ops.append(append(1))).toEqual({ ok: true })
  })

  it("may be another one with the same id", () => {
    const [db] = dbs as [Database]
    const ops = appendOps(db, wasPutBack)
    expect(ops.append(append(1))).toEqual({ ok: true })
    db.exec(`delete from sessions; delete from facts; ${SESSION}`)
    expect(ops.append(append(3))).toEqual({ ok: false, reason: "stale" })
  })
})
