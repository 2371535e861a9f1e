// npm run bench -- profile [memory|sqlite]: where the main thread's time of a round goes, and how many promises a round makes. With
// --file FILE.cpuprofile --rounds N it sums up a profile that was recorded before.
import { fork } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { round, table } from "./figures.ts"
import { withServer } from "./loop/processes.ts"
import type { Made } from "./profile/recorder.ts"
import { type Profile, type Share, sumUp } from "./profile/summary.ts"

const FUNCTIONS = 40
const LINES = 30

export async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    args: process.argv.slice(3),
    allowPositionals: true,
    options: { file: { type: "string" }, rounds: { type: "string", default: "1" } },
  })
  if (values.file !== undefined) return reportProfile(values.file, Number(values.rounds))
  const variant = positionals[0] ?? "memory"
  const file = join(mkdtempSync(join(tmpdir(), "pawl-profile-")), `${variant}.cpuprofile`)
  const [rounds, made] = await withServer(async (base) => [
    (await recorded(variant, base, file)) as number,
    // Counting slows a process down, so another one is timed.
    (await recorded(variant, base)) as Made,
  ])
  reportProfile(file, rounds)
  reportMade(made)
  console.log(`\nThe profile is in ${file}: the developer tools of a browser show it.`)
}

async function recorded(...words: readonly string[]): Promise<unknown> {
  const recorder = fork(new URL("profile/recorder.ts", import.meta.url), words)
  const [[message]] = await Promise.all([once(recorder, "message"), once(recorder, "exit")])
  return message
}

function reportProfile(file: string, rounds: number): void {
  const { parts, functions } = sumUp(JSON.parse(readFileSync(file, "utf8")) as Profile, rounds)
  const all = parts.reduce((sum, { micros }) => sum + micros, 0)
  console.log(`A round takes ${round(all, 0)} µs of the main thread, of which`)
  console.log(table(["part", "µs", ""], parts.filter(({ micros }) => micros >= 1).map(toBar)))
  console.log("\nFunctions, without what they call")
  const rows = functions.slice(0, FUNCTIONS).map(({ name, micros }) => [name, round(micros, 1)])
  console.log(table(["function", "µs"], rows))
}

function toBar({ name, micros }: Share): readonly (string | number)[] {
  return [name, round(micros, 1), "█".repeat(Math.round(micros / 5))]
}

function reportMade({ kinds, promisesFrom }: Made): void {
  const rows = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([name, count]) => [name, round(count, 1)] as const)
      .filter(([, count]) => count > 0)
  console.log("\nWhat a round makes")
  console.log(table(["kind", "count"], rows(kinds)))
  console.log("\nWhere its promises come from")
  console.log(table(["line", "count"], rows(promisesFrom).slice(0, LINES)))
}
