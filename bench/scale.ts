// npm run bench -- scale: durable appends in PostgreSQL, with its syncs, beside single inserts by the bare driver and beside
// SQLite. Runs alternate, and medians are compared, so that a busy machine slows all of them.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PostgresServer } from "../packages/postgres/src/__fixtures__/server.ts"
import { median, round, table } from "./figures.ts"
import { compareStores } from "./scale/appends.ts"

const SESSIONS = [1, 100, 1000]

export async function run(): Promise<void> {
  const rounds = process.argv.includes("--quick") ? 3 : 7
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
  const server = new PostgresServer(mkdtempSync(join(tmpdir(), "pawl-pg-")), { isSynced: true })
  try {
    await server.start()
    const rows = []
    for (const sessions of SESSIONS)
      rows.push(await compareStores({ folder, url: server.url("postgres"), sessions, rounds }))
    console.log("Durable appends a second, facts of 300 bytes")
    const head = ["sessions", "bare pg", "pawl on PostgreSQL", "pawl on SQLite", "PostgreSQL/bare", "PostgreSQL/SQLite"]
    console.log(table(head, rows.map(toRow)))
    const versusBare = Object.fromEntries(rows.map(({ sessions, vsBare }) => [sessions, round(median(vsBare), 2)]))
    const versusSqlite = Object.fromEntries(
      rows.map(({ sessions, vsSqlite }) => [sessions, round(median(vsSqlite), 2)]),
    )
    console.log(`\n${JSON.stringify({ bench: "scale", appendsVsBarePg: versusBare, appendsVsSqlite: versusSqlite })}`)
  } finally {
    await server.remove()
    rmSync(folder, { recursive: true })
  }
}

function toRow({ sessions, bare, postgres, sqlite, vsBare, vsSqlite }: Awaited<ReturnType<typeof compareStores>>) {
  return [sessions, ...[bare, postgres, sqlite].map(Math.round), round(median(vsBare), 2), round(median(vsSqlite), 2)]
}
