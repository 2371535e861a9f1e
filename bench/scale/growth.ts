// What a turn costs in a store of a million sessions beside one of a thousand: CPU time of the worker and of its connections in
// PostgreSQL, and pages that the database touches.
import { readFileSync } from "node:fs"
import pg from "pg"
import { median } from "../figures.ts"
import { fill } from "./fill.ts"
import { type Runner, startRunner } from "./turns.ts"

const FEW = 1000
const TURN = { turns: 200, atOnce: 8 }
/** The kernel counts the CPU time of processes in these. */
const TICK_MS = 10

export interface GrowthSetup {
  readonly url: string
  readonly base: string
  readonly many: number
  readonly rounds: number
}

export interface TurnCost {
  readonly cpuMs: number
  readonly pages: number
}

export async function growthOf({ url, base, many, rounds }: GrowthSetup) {
  const watcher = new pg.Client(url)
  await watcher.connect()
  const runners: Record<"few" | "many", Runner>[] = []
  try {
    await fill(url, "few", FEW)
    await fill(url, "many", many)
    const model = `${base}/rounds/1/v1`
    const both = { few: await startRunner(`${url}#few`, model), many: await startRunner(`${url}#many`, model) }
    runners.push(both)
    const costs = { few: [] as TurnCost[], many: [] as TurnCost[] }
    for (let done = -1; done < rounds; done++)
      for (const size of ["few", "many"] as const) {
        const cost = await costOf(both[size], watcher)
        // The first one only warms up.
        if (done >= 0) costs[size].push(cost)
      }
    const [few, much] = [medians(costs.few), medians(costs.many)]
    return { few, many: much, growth: much.cpuMs / few.cpuMs, pagesGrowth: much.pages / few.pages }
  } finally {
    for (const { few, many: other } of runners) for (const runner of [few, other]) runner.end()
    await watcher.end()
  }
}

async function costOf(runner: Runner, watcher: pg.Client): Promise<TurnCost> {
  const before = await serverCost(watcher)
  const { cpuMs } = await runner.ask(TURN)
  const after = await serverCost(watcher)
  return {
    cpuMs: (cpuMs + after.cpuMs - before.cpuMs) / TURN.turns,
    pages: (after.pages - before.pages) / TURN.turns,
  }
}

/** Of all connections: only those of the runner that is asked do anything. */
async function serverCost(watcher: pg.Client): Promise<TurnCost> {
  await watcher.query("select pg_stat_force_next_flush()")
  const { rows } = await watcher.query<{ readonly pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  )
  const { rows: blocks } = await watcher.query<{ readonly pages: string }>(
    "select sum(blks_hit + blks_read) as pages from pg_stat_database",
  )
  return { cpuMs: rows.reduce((sum, { pid }) => sum + cpuOf(pid), 0), pages: Number(blocks[0]?.pages) }
}

/** Fields 14 and 15 of /proc/PID/stat. */
function cpuOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}

function medians(costs: readonly TurnCost[]): TurnCost {
  return { cpuMs: median(costs.map(({ cpuMs }) => cpuMs)), pages: median(costs.map(({ pages }) => pages)) }
}
