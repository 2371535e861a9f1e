// A worker on PostgreSQL, until its parent ends it. Its tool says in a file, outside of the store, when it begins and ends.
import { appendFileSync, existsSync, watch } from "node:fs"
import { join } from "node:path"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"

const [folder = "", name = "", url = "", schema = "", options = "{}"] = process.argv.slice(2)
const note = (line: string) => appendFileSync(join(folder, "log"), `${line}\n`)

const work = tool({
  name: "work",
  description: "Works until the file `release` is there.",
  input: { type: "object" },
  approval: false,
  effect: "read",
  run: async (_, { session, signal }) => {
    note(`begin ${session} ${name}`)
    await released(signal)
    note(`end ${session} ${name}`)
    return "worked"
  },
})

function released(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(folder, check)
    signal.addEventListener("abort", done)
    check()
    function check() {
      if (existsSync(join(folder, "release"))) done()
    }
    function done() {
      watcher.close()
      resolve()
    }
  })
}

await createAgent({
  store: await postgres(url, { schema }),
  model: scripted(({ results }) => (results.length === 0 ? { calls: [call("work")] } : "Done.")),
  tools: [work],
  run: "all",
  leases: { beatMs: 100, lapseMs: 1000, sweepMs: 100 },
  ...(JSON.parse(options) as Partial<AgentOptions>),
})
process.stdout.write("ready\n")
