// `npm run chaos [-- --kills N] [--seed N] [--lanes N] [--profile NAME] [--workers SECONDS] [--minutes N]`: kills processes
// with SIGKILL at every durable write and at random instants, in every profile; kills workers under load; cuts the power at
// every commit. `npm run chaos -- --store postgres --host restate|leases [--sessions N] [--rounds N] [--seed N] [--lapse MS]
// [--takeover-ms MS] [--folder FOLDER]`: kills and stops workers over PostgreSQL while servers restart, and fails when others take longer
// than 2000 ms (p95) to go on; slow machines need another bound. Leases lapse after 1200 ms unless told. The last line is JSON.
import { parseArgs } from "node:util"
import { fleetCampaign } from "./chaos/fleet.ts"
import { killsCampaign } from "./chaos/kills.ts"

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    store: { type: "string", default: "sqlite" },
    kills: { type: "string", default: "2000" },
    lanes: { type: "string", default: "3" },
    profile: { type: "string", multiple: true },
    workers: { type: "string", default: "60" },
    minutes: { type: "string", default: "600" },
    host: { type: "string", default: "leases" },
    sessions: { type: "string", default: "200" },
    rounds: { type: "string", default: "2" },
    lapse: { type: "string", default: "1200" },
    "takeover-ms": { type: "string", default: "2000" },
    folder: { type: "string" },
  },
})
const seed = Number(values.seed)

if (values.store === "postgres") {
  const host = values.host === "restate" ? "restate" : "leases"
  const lapseMs = Number(values.lapse)
  const takeoverMs = Number(values["takeover-ms"])
  if (!(takeoverMs > 0)) throw new Error(`--takeover-ms takes milliseconds, but is "${values["takeover-ms"]}".`)
  const kept = values.folder === undefined ? {} : { folder: values.folder }
  const size = { sessions: Number(values.sessions), rounds: Number(values.rounds) }
  await fleetCampaign({ host, ...size, seed, lapseMs, ...kept }, takeoverMs)
} else {
  await killsCampaign({
    kills: Number(values.kills),
    seed,
    lanes: Number(values.lanes),
    ...(values.profile !== undefined && { profiles: values.profile }),
    workers: Number(values.workers),
    minutes: Number(values.minutes),
  })
}
