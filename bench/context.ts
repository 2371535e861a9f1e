// npm run bench -- context: what compaction keeps in each window, what a long session costs, how far token estimates are off.
import { findNeedles, type Retention, type Scribe } from "../test/context/needles.ts"
import { policies } from "../test/context/policies.ts"
import { type Long, longRun } from "./context/long-run.ts"
import { round, table } from "./figures.ts"

const WINDOWS = [4096, 8192, 24_000, 128_000] as const
const SCRIBES: readonly Scribe[] = ["good", "lazy", "empty", "lying"]
const STEPS = 300
const LONG = 5000

export async function run(): Promise<void> {
  const retention = await needles()
  const growth = await long()
  const tokens = await tokenError()
  console.log(
    `\n${JSON.stringify({ bench: "context", retention, growth5000: growth, ...(tokens !== undefined && { tokenError: tokens }) })}`,
  )
}

/** The worst over all cells. */
async function needles(): Promise<number> {
  const rows: (string | number)[][] = []
  let worst = 1
  const silent: string[] = []
  for (const way of policies) {
    for (const window of WINDOWS) {
      const cells: Retention[] = []
      for (const scribe of SCRIBES) cells.push(await findNeedles({ way, window, scribe, steps: STEPS }))
      const [first] = cells
      worst = Math.min(worst, ...cells.map(({ kept, planted }) => kept / planted))
      silent.push(...cells.filter(({ announced }) => !announced).map(() => `${way.name} ${window}`))
      rows.push([
        way.name,
        window,
        ...cells.map(({ kept, planted }) => `${round((kept / planted) * 100, 1)} %`),
        `${round((first?.share ?? 0) * 100, 0)} %`,
        cells.map(({ facts }) => facts).join("/"),
        Math.round(cells.reduce((sum, { compactions }) => sum + compactions, 0) / cells.length),
      ])
    }
  }
  console.log(`Planted goals, constraints and open items in the last request after ${STEPS} steps, by summariser`)
  console.log(table(["policy", "window", ...SCRIBES, "of their share", "facts of results (of 3)", "compactions"], rows))
  if (silent.length > 0) console.log(`Lost without a word: ${silent.join(", ")}`)
  return round(worst, 4)
}

/** The worst growth of the cost of a step. */
async function long(): Promise<number> {
  const runs: Long[] = []
  for (const store of ["none", "memory", "sqlite"] as const) {
    for (const turns of ["one", "many"] as const) runs.push(await longRun({ store, turns, steps: LONG }))
  }
  console.log(`\n${LONG} steps in one session, a window of 24,000: CPU a step, live memory`)
  console.log(
    table(
      ["store", "turns", "first 500, µs", "last 500, µs", "growth", "live MB at 1000", "at the end", "compactions"],
      runs.map(({ store, turns, first, last, growth, heapEarly, heapLate, compactions }) => [
        store,
        turns,
        Math.round(first),
        Math.round(last),
        round(growth, 2),
        round(heapEarly, 1),
        round(heapLate, 1),
        compactions,
      ]),
    ),
  )
  return round(Math.max(...runs.map(({ growth }) => growth)), 2)
}

async function tokenError(): Promise<number | undefined> {
  const measure = await import("./context/tokens.ts").catch(() => undefined)
  if (measure === undefined) {
    console.log("\nbench/context/tokens.ts is missing: token estimates are not measured.")
    return undefined
  }
  const { error, lines } = await measure.tokenError()
  console.log(`\n${lines}`)
  return error
}
