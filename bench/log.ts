// npm run bench -- log: the cost of durability. Runs of Pawl's store and of bare SQLite alternate, and medians are compared,
// so that a busy machine slows both.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { median, round, table } from "./figures.ts"
import { compareAppends } from "./log/appends.ts"
import { measureCommits, measureShortRun } from "./log/commits.ts"
import { measureList, measureOpen } from "./log/reads.ts"

export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pawl-bench-"))
  try {
    const fast = []
    const slow = []
    for (const sessions of [1, 10, 100, 1000]) {
      fast.push(await compareAppends({ folder, sessions, isSlow: false, rounds: 7 }))
      slow.push(await compareAppends({ folder, sessions, isSlow: true, rounds: 3 }))
    }
    console.log("Durable appends a second, facts of 300 bytes")
    console.log(table(["sessions", "bare", "pawl", "pawl/bare", "loop p99 ms"], fast.map(toRow)))
    console.log("\nThe same with 10 ms added to each commit of both")
    console.log(table(["sessions", "bare", "pawl", "pawl/bare", "loop p99 ms"], slow.map(toRow)))
    const commits = await measureCommits(folder)
    const short = await measureShortRun(folder)
    console.log("\nOne commit of one session, microseconds")
    const ways = Object.entries(commits)
    console.log(
      table(
        ["way", "CPU", "wall"],
        ways.map(([way, cost]) => [way, round(cost.cpuUs, 0), round(cost.wallUs, 0)]),
      ),
    )
    console.log(`\nA short run: ${round(short.here, 1)} ms; ${round(short.thread, 1)} ms with the writer thread`)
    const { openMs, openColdMs } = await measureOpen(folder)
    const listMs = await measureList(folder)
    console.log("\nReading")
    console.log(
      table(
        ["what", "ms"],
        [
          ["open a session of 50,000 facts, from a snapshot", round(openMs, 1)],
          ["the same without one", round(openColdMs, 1)],
          ["list the first 50 of 10,000 sessions", round(listMs, 2)],
        ],
      ),
    )
    const at = (rows: readonly Compared[], sessions: number) => rows.find((row) => row.sessions === sessions)
    const figures = {
      bench: "log",
      appendsVsBareAt1: round(ratio(at(fast, 1)), 2),
      appendsVsBareAt100: round(ratio(at(fast, 100)), 2),
      appendsVsBareAt100Slow: round(ratio(at(slow, 100)), 1),
      loopDelayP99MsSlow: round(at(slow, 100)?.loopDelayP99Ms ?? Number.NaN, 2),
      commitCpuVsBare: round(commits["power-loss"].cpuUs / commits.bare.cpuUs, 2),
      crashOnlyCpuVsBare: round(commits["process-crash"].cpuUs / commits.bare.cpuUs, 2),
      shortRunMs: round(short.here, 1),
      shortRunThreadMs: round(short.thread, 1),
      openMs: round(openMs, 1),
      openColdMs: round(openColdMs, 1),
      listMs: round(listMs, 2),
    }
    console.log(`\n${JSON.stringify(figures)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

type Compared = Awaited<ReturnType<typeof compareAppends>>

function toRow(row: Compared): readonly (string | number)[] {
  return [row.sessions, Math.round(row.bare), Math.round(row.pawl), round(ratio(row), 2), round(row.loopDelayP99Ms, 2)]
}

/** Each round compares runs that follow each other; the median round counts. */
function ratio(row: Compared | undefined): number {
  return median(row?.ratios ?? [])
}
