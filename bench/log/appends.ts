// Durable appends a second: many sessions over Pawl's store, compared with one insert a transaction on bare better-sqlite3.
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import Database from "better-sqlite3"
import type { Fact } from "../../packages/agent/src/contracts/fact.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { median } from "../figures.ts"
import { beforeCommit as waitLonger } from "../slow-commit.ts"
import { columns, openSessions, runner } from "./data.ts"

export interface Comparison {
  readonly folder: string
  readonly sessions: number
  readonly isSlow: boolean
  readonly rounds: number
}

export interface Compared {
  readonly sessions: number
  /** Appends a second, medians of all rounds. */
  readonly bare: number
  readonly pawl: number
  readonly ratios: readonly number[]
  readonly loopDelayP99Ms: number
}

const FACT_BYTES = 300

export async function compareAppends({ folder, sessions, isSlow, rounds }: Comparison): Promise<Compared> {
  const name = `${sessions}-${isSlow ? "slow" : "fast"}`
  const hook = isSlow ? { commitHook: new URL("../slow-commit.ts", import.meta.url).href } : {}
  const store = await sqlite(join(folder, `${name}.db`), hook)
  const bare = openBare(join(folder, `${name}-bare.db`), isSlow)
  const writers = await openWriters(store, sessions)
  const each = appendsEach(sessions, isSlow)
  const bareCount = isSlow ? 60 : 1000
  // A warm-up run: code gets compiled, and both WALs reach their final size.
  bare.insert(bareCount)
  await appendAll(store, writers, each)

  const delay = monitorEventLoopDelay({ resolution: 1 })
  const rates: { readonly bare: number; readonly pawl: number }[] = []
  for (let done = 0; done < rounds; done++) {
    const bareMs = bare.insert(bareCount)
    delay.enable()
    const pawlMs = await appendAll(store, writers, each)
    delay.disable()
    rates.push({ bare: (bareCount / bareMs) * 1000, pawl: ((sessions * each) / pawlMs) * 1000 })
  }
  bare.close()
  await store.close()
  return {
    sessions,
    bare: median(rates.map((rate) => rate.bare)),
    pawl: median(rates.map((rate) => rate.pawl)),
    ratios: rates.map((rate) => rate.pawl / rate.bare),
    loopDelayP99Ms: delay.percentile(99) / 1e6,
  }
}

function appendsEach(sessions: number, isSlow: boolean): number {
  if (isSlow) return 60
  return Math.max(10, Math.round(Math.min(1000 * sessions, 10_000) / sessions))
}

interface Bare {
  /** Inserts this many rows, one transaction each, and returns how long it took. */
  insert(count: number): number
  close(): void
}

function openBare(path: string, isSlow: boolean): Bare {
  const db = new Database(path)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = FULL")
  db.exec("create table facts (seq integer primary key, body text not null)")
  const insert = db.prepare("insert into facts (body) values (?)")
  return {
    insert: (count) => {
      const since = performance.now()
      for (let seq = 1; seq <= count; seq++) {
        insert.run(JSON.stringify(fact(seq)))
        if (isSlow) waitLonger()
      }
      return performance.now() - since
    },
    close: () => db.close(),
  }
}

export interface Writer {
  readonly session: string
  readonly epoch: number
  seq: number
}

export async function openWriters(store: Store, sessions: number): Promise<readonly Writer[]> {
  const ids = Array.from({ length: sessions }, (_, index) => `session-${index}`)
  await openSessions(store, ids)
  return Promise.all(
    ids.map(async (session) => {
      const acquired = await store.leases.acquire(session, runner.id)
      if (!acquired.ok) throw new Error(`${session} is held.`)
      return { session, epoch: acquired.epoch, seq: acquired.seq }
    }),
  )
}

/** All sessions at once, each waiting for one append before it makes the next. */
export async function appendAll(store: Store, writers: readonly Writer[], each: number): Promise<number> {
  const since = performance.now()
  await Promise.all(writers.map((writer) => appendTo(store, writer, each)))
  return performance.now() - since
}

async function appendTo(store: Store, writer: Writer, count: number): Promise<void> {
  const { session, epoch } = writer
  for (let done = 0; done < count; done++) {
    const expectedSeq = writer.seq
    writer.seq += 1
    const at = Date.now()
    const facts = [fact(writer.seq)]
    const appended = await store.log.append({ session, epoch, expectedSeq, facts, columns: columns(at) })
    if (!appended.ok) throw new Error(`An append to ${session} was refused: ${appended.reason}.`)
  }
}

const PADDING = "x".repeat(FACT_BYTES - JSON.stringify(sized("", 1000)).length)

export function fact(seq: number): Fact {
  return sized(PADDING, seq)
}

function sized(text: string, seq: number): Fact {
  return { v: 1, seq, at: Date.now(), type: "nudged", reason: "bench", evidence: "", text, ephemeral: false }
}
