// A worker that is killed at random: it runs all due sessions, and writes down every accepted append with its epoch.
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { LEASES } from "../host/worker.ts"
import { storyTools } from "../kill/story.ts"

const [folder = "", name = ""] = process.argv.slice(2)
const store = await sqlite(join(folder, "pawl.db"))
const append: Store["log"]["append"] = async (what) => {
  const appended = await store.log.append(what)
  const { session, epoch, expectedSeq, facts } = what
  if (appended.ok)
    appendFileSync(join(folder, "appends"), `${session} ${epoch} ${expectedSeq} ${facts.length} ${name}\n`)
  return appended
}
const model = scripted(({ results }) =>
  results.length > 0 ? "Done." : { calls: [call("send", { path: "a", ms: 20 }), call("look", { path: "b", ms: 40 })] },
)
await createAgent({
  store: { ...store, log: { ...store.log, append } },
  model,
  tools: storyTools(join(folder, "effects")),
  run: "all",
  concurrency: 8,
  leases: LEASES,
  onError: () => {},
})
process.stdout.write("ready\n")
