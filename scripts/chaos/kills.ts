// The campaign over SQLite: processes killed at every durable write and at random instants, in every profile; workers killed
// under load; the power cut at every commit.
import { campaign, complaintsIn, type Sums, sumOf, type Tally } from "../../test/chaos/campaign.ts"
import { cutAtEveryCommit } from "../../test/chaos/power-loss.ts"
import { workersUnderLoad } from "../../test/chaos/workers.ts"

export interface KillsOptions {
  readonly kills: number
  readonly seed: number
  readonly lanes: number
  readonly profiles?: readonly string[]
  /** How long workers are killed under load, in seconds. */
  readonly workers: number
  readonly minutes: number
}

export async function killsCampaign(options: KillsOptions): Promise<void> {
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  console.log(`chaos: ${options.kills} kills, seed ${options.seed}`)
  const tally = await killed(options, seconds)
  printTable(tally)
  const power = await cutAtEveryCommit()
  console.log(`power loss: ${power.cuts} cuts of the WAL, ${power.wrong.length} wrong`)
  const workers = await workersUnderLoad({ seconds: options.workers, workers: 3, seed: options.seed })
  console.log(
    `workers: 3 on one file, ${workers.killed} killed in ${options.workers} s of load, ${workers.turns} turns of ${workers.sessions} sessions finished, ${workers.takeOvers} take-overs, ${workers.unknown} unknown, ${workers.wrong.length} wrong`,
  )
  for (const each of [...power.wrong, ...workers.wrong]) console.log(`WRONG: ${each}`)
  const sums = sumOf(Object.values(tally).flat())
  const { kills, lost, silentDuplicates, unreported, stuck, invalidHistories, recoveryP95Ms, recoveryP50Ms } = sums
  const complaints = lost + silentDuplicates + unreported + stuck + invalidHistories
  process.exitCode = complaints + power.wrong.length + workers.wrong.length === 0 && kills > 0 ? 0 : 1
  const outcome = { kills, lost, silentDuplicates, stuck, invalidHistories, recoveryP95Ms, recoveryP50Ms, unreported }
  const more = { powerCuts: power.cuts, powerWrong: power.wrong.length }
  const ofWorkers = { workersKilled: workers.killed, workersWrong: workers.wrong.length }
  console.log(`${seconds()} s`)
  console.log(JSON.stringify({ chaos: { ...outcome, unknown: sums.unknown, ...more, ...ofWorkers } }))
}

/** Ends early after `minutes`, or with Ctrl-C: the table shows what was done until then. */
function killed({ minutes, workers: _, ...how }: KillsOptions, seconds: () => number): Promise<Tally> {
  let isOver = false
  const enough = () => {
    isOver = true
  }
  process.once("SIGINT", enough)
  setTimeout(enough, minutes * 60_000).unref()
  let kills = 0
  return campaign({
    ...how,
    isOver: () => isOver,
    onOutcome: (_, outcome) => {
      const before = kills
      kills += outcome.kills
      if (Math.floor(before / 100) !== Math.floor(kills / 100)) console.log(`${kills} kills, ${seconds()} s`)
      for (const complaint of complaintsIn([outcome])) console.log(`WRONG: ${complaint}`)
    },
  })
}

const COLUMNS: readonly (keyof Sums)[] = [
  "kills",
  "lost",
  "silentDuplicates",
  "unreported",
  "stuck",
  "invalidHistories",
  "unknown",
  "declared",
  "recoveryP50Ms",
  "recoveryP95Ms",
]

function printTable(tally: Tally): void {
  const sorted = Object.entries(tally).sort(([a], [b]) => a.localeCompare(b))
  const rows = [...sorted, ["all", Object.values(tally).flat()] as const].map(([name, outcomes]) => {
    const sums = sumOf(outcomes)
    return [name, Object.fromEntries(COLUMNS.map((column) => [column, sums[column]]))]
  })
  console.table(Object.fromEntries(rows))
}
