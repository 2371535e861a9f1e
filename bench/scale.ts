// npm run bench -- scale [--quick] [--only appends|turns|growth|takeover]: PostgreSQL with its syncs. Appends beside single inserts
// by the bare driver and beside SQLite; whole turns in one process and in three; what a turn costs in a store of a million sessions;
// how soon another worker goes on. Runs alternate, and medians are compared, so that a busy machine slows all of them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { PostgresServer } from "../packages/postgres/src/__fixtures__/server.ts"
import { median, round, table } from "./figures.ts"
import { withServer } from "./loop/processes.ts"
import { compareStores } from "./scale/appends.ts"
import { growthOf } from "./scale/growth.ts"
import { takeOverOf } from "./scale/take-over.ts"
import { turnRates } from "./scale/turns.ts"

const SESSIONS = [1, 100, 1000]
const QUICK = { rounds: 3, turns: 300, many: 100_000, sessions: 30 }
const FULL = { rounds: 7, turns: 1500, many: 1_000_000, sessions: 60 }

type Size = typeof FULL

interface Place {
  readonly folder: string
  readonly url: string
}

const PARTS: Readonly<Record<string, (place: Place, size: Size) => Promise<object>>> = {
  appends,
  turns,
  growth,
  takeover,
}

export async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: "boolean" }, only: { type: "string", multiple: true } },
    allowPositionals: true,
  })
  const names = values.only ?? Object.keys(PARTS)
  const figures = []
  for (const [name, part] of Object.entries(PARTS))
    if (names.includes(name)) figures.push(await inPlace((place) => part(place, values.quick === true ? QUICK : FULL)))
  console.log(`\n${JSON.stringify(Object.assign({ bench: "scale" }, ...figures))}`)
}

/** Each part has a server of its own, so that none pays for what another left. */
async function inPlace<T>(work: (place: Place) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
  const server = new PostgresServer(mkdtempSync(join(tmpdir(), "pawl-pg-")), { isSynced: true })
  try {
    await server.start()
    return await work({ folder, url: server.url("postgres") })
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
}

async function appends({ folder, url }: Place, { rounds }: Size) {
  const rows: Awaited<ReturnType<typeof compareStores>>[] = []
  for (const sessions of SESSIONS) rows.push(await compareStores({ folder, url, sessions, rounds }))
  console.log("Durable appends a second, facts of 300 bytes")
  const head = ["sessions", "bare pg", "pawl on PostgreSQL", "pawl on SQLite", "PostgreSQL/bare", "PostgreSQL/SQLite"]
  const cells = rows.map(({ sessions, bare, postgres, sqlite, vsBare, vsSqlite }) => [
    sessions,
    ...[bare, postgres, sqlite].map(Math.round),
    round(median(vsBare), 2),
    round(median(vsSqlite), 2),
  ])
  console.log(table(head, cells))
  const of = (key: "vsBare" | "vsSqlite") =>
    Object.fromEntries(rows.map((row) => [row.sessions, round(median(row[key]), 2)]))
  return { appendsVsBarePg: of("vsBare"), appendsVsSqlite: of("vsSqlite") }
}

async function turns({ folder, url }: Place, { rounds, turns: count }: Size) {
  const { one, three, sqlite } = await withServer((base) => turnRates({ folder, url, base, rounds, turns: count }))
  console.log("\nWhole turns a second, 24 sessions at once, each with a tool call and an answer")
  const rates = [one, three, sqlite].map((rate) => round(rate, 0))
  console.log(table(["PostgreSQL, one process", "three processes", "SQLite"], [rates]))
  const [turnsPerSecond, turnsPerSecondOfThree, turnsPerSecondOnSqlite] = rates
  return { turnsPerSecond, turnsPerSecondOfThree, turnsPerSecondOnSqlite }
}

async function growth({ url }: Place, { rounds, many: count }: Size) {
  const { few, many, growth, pagesGrowth } = await withServer((base) => growthOf({ url, base, many: count, rounds }))
  console.log("\nWhat a turn costs, by the number of stored sessions")
  const row = (sessions: number, { cpuMs, pages }: typeof few) => [sessions, round(cpuMs, 2), round(pages, 0)]
  console.log(table(["sessions", "CPU ms, worker and database", "pages touched"], [row(1000, few), row(count, many)]))
  return { growth: round(growth, 2), pagesGrowth: round(pagesGrowth, 2) }
}

async function takeover(_: Place, { sessions }: Size) {
  const found = { restate: await takeOverOf("restate", sessions), leases: await takeOverOf("leases", sessions) }
  console.log("\nUntil another worker goes on, ms")
  const rows = Object.entries(found).map(([host, { killedP50Ms, killedP95Ms, stoppedP50Ms, stoppedP95Ms }]) => {
    return [host, killedP50Ms, killedP95Ms, stoppedP50Ms, stoppedP95Ms]
  })
  console.log(table(["host", "killed p50", "p95", "hangs p50", "p95"], rows))
  return { takeoverP95Ms: found.restate.takeoverP95Ms, takeoverP95MsOfLeases: found.leases.takeoverP95Ms }
}
