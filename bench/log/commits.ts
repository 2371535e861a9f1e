// What one commit of a single session costs, and what a short run of a program pays for its store. All ways take turns, and
// the best round of each counts: whatever else runs on the machine only adds to it.
import { rmSync } from "node:fs"
import { join } from "node:path"
import Database from "better-sqlite3"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import { type SqliteOptions, sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { columns, openSessions, runner } from "./data.ts"

const COMMITS = 300
const ROUNDS = 7
/** A turn with one tool call, from the runner's start to its end. */
const SHORT_RUN = 8

export interface Cost {
  readonly cpuUs: number
  readonly wallUs: number
}

type Way = "bare" | "power-loss" | "process-crash"

/** `bare`: two inserts a transaction on bare better-sqlite3, synced. The others: two facts an append of Pawl's store. */
export async function measureCommits(folder: string): Promise<Readonly<Record<Way, Cost>>> {
  const options = (durability: "power-loss" | "process-crash"): SqliteOptions => ({ durability, commitOn: "caller" })
  const bare = openBare(join(folder, "commits-bare.db"))
  const synced = await openOne(join(folder, "commits-synced.db"), options("power-loss"))
  const unsynced = await openOne(join(folder, "commits-unsynced.db"), options("process-crash"))
  const ways = { bare: bare.commit, "power-loss": synced.append, "process-crash": unsynced.append }
  const best: Partial<Record<Way, Cost>> = {}
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ["bare", "power-loss", "process-crash"] as const) {
      const cost = await costOf(ways[way])
      const { cpuUs, wallUs } = best[way] ?? cost
      best[way] = { cpuUs: Math.min(cpuUs, cost.cpuUs), wallUs: Math.min(wallUs, cost.wallUs) }
    }
  }
  bare.close()
  await Promise.all([synced.close(), unsynced.close()])
  return best as Record<Way, Cost>
}

/** Milliseconds from opening a store to closing it, with the commits of a short turn in between. */
export async function measureShortRun(folder: string): Promise<{ readonly here: number; readonly thread: number }> {
  const best = { here: Number.POSITIVE_INFINITY, thread: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of ["here", "thread"] as const) {
      const path = join(folder, `short-${way}.db`)
      const began = performance.now()
      const { append, close } = await openOne(path, way === "thread" ? { commitOn: "thread" } : {})
      for (let done = 0; done < SHORT_RUN; done++) await append()
      await close()
      best[way] = Math.min(best[way], performance.now() - began)
      rmSync(path)
    }
  }
  return best
}

async function costOf(commit: () => Promise<void>): Promise<Cost> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  for (let done = 0; done < COMMITS; done++) await commit()
  const { user, system } = process.cpuUsage(cpu)
  return { cpuUs: (user + system) / COMMITS, wallUs: ((performance.now() - began) * 1000) / COMMITS }
}

function openBare(path: string): { readonly commit: () => Promise<void>; readonly close: () => void } {
  const db = new Database(path)
  db.exec(
    "pragma journal_mode = wal; pragma synchronous = full; create table facts (seq integer primary key, body text)",
  )
  const insert = db.prepare("insert into facts (body) values (?)")
  const both = db.transaction((seq: number) => {
    for (const one of [fact(seq), fact(seq + 1)]) insert.run(JSON.stringify(one))
  })
  let seq = 1
  const commit = async () => {
    both.immediate(seq)
    seq += 2
  }
  return { commit, close: () => db.close() }
}

async function openOne(path: string, options: SqliteOptions) {
  const store = await sqlite(path, options)
  await openSessions(store, ["one"])
  const acquired = await store.leases.acquire("one", runner.id)
  if (!acquired.ok) throw new Error("The session is held.")
  let { seq } = acquired
  const append = async () => {
    const facts = [fact(seq + 1), fact(seq + 2)]
    const where = { session: "one", epoch: acquired.epoch, expectedSeq: seq }
    const appended = await store.log.append({ ...where, facts, columns: columns(Date.now()) })
    if (!appended.ok) throw new Error(`An append was refused: ${appended.reason}.`)
    seq += 2
  }
  return { append, close: () => store.close() }
}

function fact(seq: number): Fact {
  const text = "x".repeat(180)
  return { v: 1, seq, at: Date.now(), type: "nudged", reason: "bench", evidence: "", text, ephemeral: false }
}
