// What a commit costs, in counts: they do not depend on the machine, unlike times.
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Statement } from "better-sqlite3"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openHere } from "./connections.ts"
import type { AppendOp, ColumnValues, Op, SpentValues } from "./protocol.ts"
import { Writer } from "./writer.ts"

const FRAME_BYTES = 4096 + 24
const columns: ColumnValues = ["tool_loop", "[]", 1, 1, "{}", "Go", 1000, null, null]
const spent: SpentValues = [1, "a:model", 1, 1, 100, 20, 0, 0, null, 0, 1, 5]

let folder = ""
let writer: Writer
let statements: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pawl-cost-"))
  const opened = openHere({ path: join(folder, "a.db") })
  const { durable } = opened
  const prepare = durable.prepare.bind(durable)
  durable.prepare = ((sql: string) => counted(sql, prepare(sql))) as typeof durable.prepare
  writer = new Writer(join(folder, "a.db"), opened, { hook: {} })
  const about = { session: "s", profile: "default", owner: null, parent: null, createdAt: 1000 }
  commit({ kind: "create", ...about, columns, dueAt: 0, facts: [[1, "x", "{}", null]], hashes: [], blobs: [] })
  statements = []
})
afterEach(() => {
  writer.close()
  rmSync(folder, { recursive: true })
})

function counted(sql: string, statement: Statement): Statement {
  for (const how of ["run", "get", "all"] as const) {
    const real = statement[how].bind(statement)
    statement[how] = (...values: unknown[]) => {
      statements.push(sql)
      return real(...values) as never
    }
  }
  return statement
}

function commit(op: Op): void {
  const done = writer.runAtOnce({ ops: [op], loose: [] })
  expect(done).toMatchObject({ ops: [op.kind === "append" ? { ok: true } : true] })
}

/** Two facts, as both commits of a round have them. */
function append(times: number, rest: Pick<AppendOp, "spent">): void {
  const [at, fact] = [1 + 2 * times, "x".repeat(20)]
  const facts = [at + 1, at + 2].map((seq) => [seq, "x", fact, null] as const)
  const nothing = { consumed: undefined, blobs: undefined }
  commit({ kind: "append", session: "s", expectedSeq: at, epoch: 0, facts, columns, dueAt: 0, ...nothing, ...rest })
}

const wal = () => statSync(join(folder, "a.db-wal"))

describe("a commit of two facts", () => {
  it.each([
    { name: "that used nothing", spent: undefined, count: 4, frames: 2 },
    { name: "that used a model", spent: [spent], count: 5, frames: 3 },
  ])("$name runs $count statements and writes $frames pages", ({ spent, count, frames }) => {
    append(0, { spent })
    statements = []
    const before = wal().size
    // So few that the log is not made longer.
    for (let times = 1; times <= 4; times++) append(times, { spent })
    expect(statements).toHaveLength(4 * count)
    expect((wal().size - before) / FRAME_BYTES).toBe(4 * frames)
  })
})
