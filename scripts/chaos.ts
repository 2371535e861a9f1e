// `npm run chaos [-- --kills N] [--seed N] [--lanes N] [--profile NAME] [--workers SECONDS] [--minutes N]`: kills processes
// with SIGKILL at every durable write and at random instants, in every profile; kills workers under load; cuts the power at
// every commit. The last line is JSON.
import { parseArgs } from "node:util"
import { campaign, complaintsIn, type Sums, sumOf } from "../test/chaos/campaign.ts"
import { cutAtEveryCommit } from "../test/chaos/power-loss.ts"
import { workersUnderLoad } from "../test/chaos/workers.ts"

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "2000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    lanes: { type: "string", default: "3" },
    profile: { type: "string", multiple: true },
    workers: { type: "string", default: "60" },
    /** No more kills after this time, or after Ctrl-C: the table shows what was done until then. */
    minutes: { type: "string", default: "600" },
  },
})
const seed = Number(values.seed)
const began = performance.now()
console.log(`chaos: ${values.kills} kills, seed ${seed}`)

let isOver = false
const enough = () => {
  isOver = true
}
process.once("SIGINT", enough)
setTimeout(enough, Number(values.minutes) * 60_000).unref()

let kills = 0
const tally = await campaign({
  kills: Number(values.kills),
  seed,
  lanes: Number(values.lanes),
  ...(values.profile !== undefined && { profiles: values.profile }),
  isOver: () => isOver,
  onOutcome: (_, outcome) => {
    const before = kills
    kills += outcome.kills
    if (Math.floor(before / 100) !== Math.floor(kills / 100)) console.log(`${kills} kills, ${seconds()} s`)
    for (const complaint of complaintsIn([outcome])) console.log(`WRONG: ${complaint}`)
  },
})

const columns: readonly (keyof Sums)[] = [
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
const all = Object.values(tally).flat()
console.table(
  Object.fromEntries(
    [...Object.entries(tally).sort(([a], [b]) => a.localeCompare(b)), ["all", all] as const].map(([name, outcomes]) => {
      const sums = sumOf(outcomes)
      return [name, Object.fromEntries(columns.map((column) => [column, sums[column]]))]
    }),
  ),
)

const power = await cutAtEveryCommit()
console.log(`power loss: ${power.cuts} cuts of the WAL, ${power.wrong.length} wrong`)
for (const each of power.wrong) console.log(`WRONG: ${each}`)

const workers = await workersUnderLoad({ seconds: Number(values.workers), workers: 3, seed })
console.log(
  `workers: 3 on one file, ${workers.killed} killed in ${values.workers} s of load, ${workers.turns} turns of ${workers.sessions} sessions finished, ${workers.takeOvers} take-overs, ${workers.unknown} unknown, ${workers.wrong.length} wrong`,
)
for (const each of workers.wrong) console.log(`WRONG: ${each}`)

const { lost, silentDuplicates, unreported, stuck, invalidHistories, recoveryP95Ms, ...rest } = sumOf(all)
console.log(`${seconds()} s`)
const wrong =
  lost + silentDuplicates + unreported + stuck + invalidHistories + power.wrong.length + workers.wrong.length
process.exitCode = wrong === 0 && rest.kills > 0 ? 0 : 1
console.log(
  JSON.stringify({
    chaos: {
      kills: rest.kills,
      lost,
      silentDuplicates,
      stuck,
      invalidHistories,
      recoveryP95Ms,
      recoveryP50Ms: rest.recoveryP50Ms,
      unreported,
      unknown: rest.unknown,
      powerCuts: power.cuts,
      powerWrong: power.wrong.length,
      workersKilled: workers.killed,
      workersWrong: workers.wrong.length,
    },
  }),
)

function seconds(): number {
  return Math.round((performance.now() - began) / 1000)
}
