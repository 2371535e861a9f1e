// npm run bench -- loop: the cost of the runtime on top of a minimal loop. Each variant runs in its own process, the variants
// alternate, and medians are compared, so that a busy machine slows all of them.
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { median, round, table } from "./figures.ts"
import type { Cost, Task, Way } from "./loop/runner.ts"

const WAYS: readonly Way[] = ["floor", "fetch", "memory", "sqlite"]
const LENGTHS = [50, 200, 500] as const
const CROWDS = [1, 100, 1000] as const
const CHUNKS = 20_000
const SLOW = { answers: 2, chunks: 20, ms: 20 }

type Costs = Readonly<Record<Way, Cost>>

export async function run(): Promise<void> {
  const server = start("server.ts")
  try {
    const [port] = (await once(server, "message")) as [number]
    const base = `http://127.0.0.1:${port}`
    const { rounds, chunks } = await inTurns(base)
    report(
      "CPU a round, µs",
      LENGTHS.map((length, at) => [length, rounds[at]]),
      (cost, length) => (cost.cpuMs * 1000) / length,
    )
    report("\nCPU a chunk, µs, of one answer", [[CHUNKS, chunks]], (cost) => (cost.cpuMs * 1000) / CHUNKS)
    const crowds = await atOnce(base)
    const ideal = SLOW.answers * SLOW.chunks * SLOW.ms
    const rows = CROWDS.map((crowd, at) => [crowd, crowds[at]] as const)
    report(`\nWall time of sessions at once over the ideal of ${ideal} ms`, rows, (cost) => cost.wallMs / ideal, 2)
    report("\nCPU a session, ms", rows, (cost, crowd) => cost.cpuMs / crowd, 2)
    report("\nMemory a session, kB", rows, (cost, crowd) => cost.kb / crowd, 0)
    console.log(`\n${JSON.stringify(figures(rounds, chunks, crowds[2], ideal))}`)
  } finally {
    server.disconnect()
  }
}

function figures(rounds: readonly Costs[], chunks: Costs, crowd: Costs | undefined, ideal: number) {
  const cpu = (at: number, way: Way) => (rounds[at]?.[way].cpuMs ?? Number.NaN) / (LENGTHS[at] ?? Number.NaN)
  const extra = (at: number) => cpu(at, "sqlite") - cpu(at, "floor")
  const [floor, durable] = [crowd?.floor, crowd?.sqlite]
  return {
    bench: "loop",
    memoryCpuVsFloor: round(cpu(0, "memory") / cpu(0, "floor"), 2),
    sqliteCpuVsFetch: round(cpu(0, "sqlite") / cpu(0, "fetch"), 2),
    growth500Vs50: round(extra(2) / extra(0), 2),
    chunkCpuVsFloor: round(chunks.sqlite.cpuMs / chunks.floor.cpuMs, 2),
    wallVsFloor1000: round((durable?.wallMs ?? Number.NaN) / (floor?.wallMs ?? Number.NaN), 2),
    wallVsIdeal1000: round((durable?.wallMs ?? Number.NaN) / ideal, 2),
    kbVsFloor1000: round((durable?.kb ?? Number.NaN) / (floor?.kb ?? Number.NaN), 2),
  }
}

/** Rounds and chunks: warm processes, one after another, in several rounds. */
async function inTurns(base: string): Promise<{ readonly rounds: readonly Costs[]; readonly chunks: Costs }> {
  const runners = await startRunners()
  const measure = async (task: Task, times: number, each: number) => {
    const costs = await repeat(times, () => everyWay((way) => ask(runners[way], task)))
    return medians(costs, each)
  }
  const long = (length: number, sessions: number): Task => ({
    baseUrl: `${base}/rounds/${length}/v1`,
    sessions,
    atOnce: false,
  })
  const chunky: Task = { baseUrl: `${base}/chunks/${CHUNKS}/v1`, sessions: 5, atOnce: false }
  // Warm up the compiler: the first runs cost twice as much as the later ones.
  await measure(long(50, 8), 4, 1)
  await measure(chunky, 2, 1)
  const rounds = [
    await measure(long(50, 8), 7, 8),
    await measure(long(200, 2), 5, 2),
    await measure(long(500, 1), 5, 1),
  ]
  const chunks = await measure(chunky, 5, 5)
  for (const way of WAYS) runners[way].disconnect()
  return { rounds, chunks }
}

/** Many sessions at once, in fresh processes, so that memory can be measured. Small numbers warm up for the large one. */
async function atOnce(base: string): Promise<readonly Costs[]> {
  const baseUrl = `${base}/slow/${SLOW.answers}/${SLOW.chunks}/v1`
  const all = await repeat(3, () =>
    everyWay(async (way) => {
      const runner = await startRunner(way)
      const costs: Cost[] = []
      for (const sessions of CROWDS) costs.push(await ask(runner, { baseUrl, sessions, atOnce: true }))
      runner.disconnect()
      return costs
    }),
  )
  return CROWDS.map((_crowd, at) =>
    medians(
      all.map((costs) => mapWays((way) => costs[way][at] as Cost)),
      1,
    ),
  )
}

function start(file: string, ...words: readonly string[]): ChildProcess {
  const execArgv = ["--conditions=@pawl/source", "--expose-gc"]
  return fork(new URL(`loop/${file}`, import.meta.url), words, { execArgv: file === "server.ts" ? [] : execArgv })
}

async function startRunner(way: Way): Promise<ChildProcess> {
  const runner = start("runner.ts", way)
  await once(runner, "message")
  return runner
}

async function startRunners(): Promise<Readonly<Record<Way, ChildProcess>>> {
  const [floor, fetch, memory, sqlite] = await Promise.all([
    startRunner("floor"),
    startRunner("fetch"),
    startRunner("memory"),
    startRunner("sqlite"),
  ])
  return { floor, fetch, memory, sqlite }
}

async function ask(runner: ChildProcess, task: Task): Promise<Cost> {
  const died = new AbortController()
  const onExit = () => died.abort("exit")
  runner.once("exit", onExit)
  runner.send(task)
  try {
    const [cost] = (await once(runner, "message", { signal: died.signal })) as [Cost]
    return cost
  } finally {
    runner.off("exit", onExit)
  }
}

async function everyWay<T>(measure: (way: Way) => Promise<T>): Promise<Readonly<Record<Way, T>>> {
  const found: Partial<Record<Way, T>> = {}
  for (const way of WAYS) found[way] = await measure(way)
  return mapWays((way) => found[way] as T)
}

function mapWays<T>(value: (way: Way) => T): Readonly<Record<Way, T>> {
  return { floor: value("floor"), fetch: value("fetch"), memory: value("memory"), sqlite: value("sqlite") }
}

async function repeat<T>(times: number, action: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let done = 0; done < times; done++) results.push(await action())
  return results
}

function medians(costs: readonly Costs[], each: number): Costs {
  const of = (way: Way, field: keyof Cost) => median(costs.map((cost) => cost[way][field])) / each
  return mapWays((way) => ({ cpuMs: of(way, "cpuMs"), wallMs: of(way, "wallMs"), kb: of(way, "kb") }))
}

function report(
  title: string,
  rows: readonly (readonly [number, Costs | undefined])[],
  figure: (cost: Cost, count: number) => number,
  digits = 1,
): void {
  console.log(title)
  const lines = rows.map(([count, costs]) => {
    const values = WAYS.map((way) => round(costs === undefined ? Number.NaN : figure(costs[way], count), digits))
    const [floor = 0, fetch = 0, memory = 0, sqlite = 0] = values
    return [count, ...values, round(memory / floor, 2), round(sqlite / floor, 2), round(sqlite / fetch, 2)]
  })
  console.log(table(["count", ...WAYS, "memory/floor", "sqlite/floor", "sqlite/fetch"], lines))
}
