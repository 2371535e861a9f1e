// The short form of `npm run chaos` (PAWL_CHAOS_KILLS sets the number):
// kills in every profile, at durable writes and random instants.
import { expect, it } from "vitest"
import { campaign, complaintsIn, sumOf } from "./campaign.ts"

const SEED = Number(process.env.PAWL_CHAOS_SEED ?? 20_261_115)
/** The suite has fifteen minutes, and about 250 kills in test/kill, test/kill-cli and test/delegate besides these. */
const KILLS = Number(process.env.PAWL_CHAOS_KILLS ?? 40)

it(`${KILLS} killed processes lose nothing and repeat nothing silently (seed ${SEED})`, {
  timeout: 1_800_000,
}, async () => {
  const outcomes = Object.values(await campaign({ kills: KILLS, seed: SEED, lanes: 3 })).flat()
  expect(complaintsIn(outcomes)).toEqual([])
  const { kills, unknown, declared, recoveryP50Ms, recoveryP95Ms } = sumOf(outcomes)
  expect(kills).toBeGreaterThanOrEqual(KILLS)
  process.stdout.write(
    `chaos: ${kills} processes killed, ${unknown} calls unknown, ${declared} run again as declared, recovery p50 ${recoveryP50Ms} ms, p95 ${recoveryP95Ms} ms\n`,
  )
})
