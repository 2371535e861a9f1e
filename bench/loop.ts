// npm run bench -- loop [--quick]: the cost of the runtime on top of the barest loops that do the same, with and without synced
// commits, and of its start.
import { build } from "./built.ts"
import { round, table } from "./figures.ts"
import { type Cost, contender } from "./loop/contender.ts"
import { type Costs, compare, withServer } from "./loop/processes.ts"
import { CHUNKS, CROWD, crowded, effort, IDEAL_MS, LONG, roundsAndChunks, SHORT } from "./loop/story.ts"
import { measureStarts, reportStarts, type Starts } from "./start.ts"

const CONTENDERS = [
  contender("floor", "bare.ts?floor"),
  contender("fetch", "bare.ts?fetch"),
  contender("durable", "bare.ts?durable"),
  contender("memory", "pawl.ts?memory"),
  contender("sqlite", "pawl.ts?sqlite"),
]

type Part = "first" | "steady" | "long" | "chunks" | "crowd"
/** A figure of a contender. */
type Of = (name: string, part: Part, field?: keyof Cost) => number

export async function run(): Promise<void> {
  const how = effort()
  const bin = build()
  const of = await withServer(async (base) => {
    const turns = await compare(CONTENDERS, how.turning, (ask) => roundsAndChunks(ask, base, how))
    const crowds = await compare(CONTENDERS, how.crowding, (ask) => crowded(ask, base))
    return lookUp(turns, crowds)
  })
  const starts = await measureStarts(bin, how.starts)
  report(of)
  console.log("")
  reportStarts(starts)
  console.log(`\n${JSON.stringify(figures(of, starts))}`)
}

function lookUp(turns: Costs<Exclude<Part, "crowd">>, crowds: Costs<"crowd">): Of {
  return (name, part, field = "cpuMs") => {
    const cost = part === "crowd" ? crowds[name]?.crowd : turns[name]?.[part]
    return cost?.[field] ?? Number.NaN
  }
}

function figures(of: Of, { importMs, printStartMs }: Starts) {
  const ratio = (part: Part, name: string, other: string) => round(of(name, part) / of(other, part), 2)
  // A bare loop, too, sends ever longer requests. What grows beyond that is the runtime's.
  const added = (part: Part) => of("sqlite", part) - of("floor", part)
  return {
    bench: "loop",
    memoryCpuVsFetch: ratio("first", "memory", "fetch"),
    memoryCpuVsFloor: ratio("first", "memory", "floor"),
    sqliteCpuVsFetch: ratio("first", "sqlite", "fetch"),
    sqliteCpuVsDurableFloor: ratio("first", "sqlite", "durable"),
    growth500Vs50: round(added("long") / added("steady"), 2),
    chunkCpuVsFetch: ratio("chunks", "sqlite", "fetch"),
    wallVsIdeal1000: round(of("sqlite", "crowd", "wallMs") / IDEAL_MS, 2),
    kbVsFloor1000: round(of("sqlite", "crowd", "kb") / of("floor", "crowd", "kb"), 2),
    importMs,
    printStartMs,
  }
}

function report(of: Of): void {
  const row = (title: string, figure: (name: string) => number, digits: number) => {
    const [floor = 0, fetch = 0, durable = 0, memory = 0, sqlite = 0] = CONTENDERS.map(({ name }) => figure(name))
    const values = [floor, fetch, durable, memory, sqlite].map((value) => round(value, digits))
    const ratios = [memory / fetch, memory / floor, sqlite / fetch, sqlite / durable].map((value) => round(value, 2))
    return [title, ...values, ...ratios]
  }
  const rows = [
    row(`CPU a round of ${SHORT}, µs`, (name) => of(name, "first") * 1000, 0),
    row("the same, steady", (name) => of(name, "steady") * 1000, 0),
    row(`CPU a round of ${LONG}, µs`, (name) => of(name, "long") * 1000, 0),
    row(`CPU of ${CHUNKS} chunks, ms`, (name) => of(name, "chunks"), 1),
    row(`${CROWD} sessions: CPU each, ms`, (name) => of(name, "crowd") / CROWD, 2),
    row(`  wall over ideal ${IDEAL_MS} ms`, (name) => of(name, "crowd", "wallMs") / IDEAL_MS, 2),
    row("  kB each at the peak", (name) => of(name, "crowd", "kb") / CROWD, 0),
  ]
  const names = CONTENDERS.map(({ name }) => name)
  console.log(table(["", ...names, "memory/fetch", "memory/floor", "sqlite/fetch", "sqlite/durable"], rows))
}
