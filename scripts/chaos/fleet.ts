// The campaign over PostgreSQL: three workers that are killed and stopped while servers restart.
import { type FleetOptions, fleet } from "../../test/chaos/fleet/fleet.ts"
import { complaintsOf, slowness, summaryOf } from "../../test/chaos/fleet/report.ts"

/** `takeoverMs`: what p95 of take-over may be. */
export async function fleetCampaign(options: FleetOptions, takeoverMs: number): Promise<void> {
  console.log(`chaos: PostgreSQL, ${options.host}, ${options.sessions} sessions, seed ${options.seed}`)
  const began = performance.now()
  const onEvent = (kind: string) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s: ${kind}`)
  const report = await fleet({ ...options, onEvent })
  const wrong = [...complaintsOf(report), ...slowness(report, takeoverMs)]
  for (const each of wrong) console.log(`WRONG: ${each}`)
  console.log(JSON.stringify({ chaos: summaryOf(options, report) }))
  process.exitCode = wrong.length === 0 && report.messages >= options.sessions ? 0 : 1
}
