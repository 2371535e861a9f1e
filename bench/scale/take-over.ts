// How long until another worker goes on with the sessions of one that is killed or hangs, with Restate and with leases.
import { fleet } from "../../test/chaos/fleet/fleet.ts"
import { summaryOf } from "../../test/chaos/fleet/report.ts"

const PLAN = ["kill", "stop", "kill", "stop", "kill", "stop"] as const
/** As a deployment sets it that wants a worker that hangs to be replaced within two seconds. */
const LAPSE_MS = 1200

export async function takeOverOf(host: "restate" | "leases", sessions: number) {
  const options = { host, sessions, rounds: 1, seed: 24, thinkMs: 1500, lapseMs: LAPSE_MS, plan: PLAN }
  const { killedP50Ms, killedP95Ms, stoppedP50Ms, stoppedP95Ms, takeoverP95Ms } = summaryOf(
    options,
    await fleet(options),
  )
  return { killedP50Ms, killedP95Ms, stoppedP50Ms, stoppedP95Ms, takeoverP95Ms }
}
