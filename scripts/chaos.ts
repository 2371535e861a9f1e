// `npm run chaos [-- --kills N] [--seed N] [--lanes N] [--profile NAME] [--workers SECONDS] [--minutes N]`: kills processes
// with SIGKILL at every durable write and at random instants, in every profile; kills workers under load; cuts the power at
// every commit. `npm run chaos -- --store postgres --host restate|leases [--sessions N] [--rounds N] [--seed N] [--lapse MS]
// [--folder FOLDER]`: kills and stops workers over PostgreSQL while servers restart. The last line is JSON.
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
    lapse: { type: "string" },
    folder: { type: "string" },
  },
})
const seed = Number(values.seed)

if (values.store === "postgres") {
  const host = values.host === "restate" ? "restate" : "leases"
  const lapse = values.lapse === undefined ? {} : { lapseMs: Number(values.lapse) }
  const kept = values.folder === undefined ? {} : { folder: values.folder }
  const size = { sessions: Number(values.sessions), rounds: Number(values.rounds) }
  await fleetCampaign({ host, ...size, seed, ...lapse, ...kept })
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
