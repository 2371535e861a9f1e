// Runs whole turns in a process of its own: `node turn-runner.ts STORE BASE_URL`, where STORE is a url of PostgreSQL with a schema
// after "#", or a file for SQLite. The parent asks for a number of turns; the answer is what they took.
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { LOOK, PROMPT } from "../loop/look.ts"
import type { Cost, Wanted } from "./turns.ts"

const [where = "", baseUrl = ""] = process.argv.slice(2)
const [url = "", schema = "pawl"] = where.split("#")
const store = url.startsWith("postgres:") ? await postgres(url, { schema }) : await sqlite(url)
const { parameters, run, ...described } = LOOK
const agent = await createAgent({
  store,
  model: modelFrom("openai:bench", { baseUrl, apiKey: "none" }),
  tools: [tool({ ...described, input: parameters, effect: "read", run })],
})

process.on("message", async (wanted: Wanted) => process.send?.(await measure(wanted)))
process.on("disconnect", () => process.exit())
process.send?.("ready")

/** Each turn has a session of its own. */
async function measure({ turns, atOnce }: Wanted): Promise<Cost> {
  const [began, cpu] = [performance.now(), process.cpuUsage()]
  let left = turns
  const lane = async () => {
    while (left-- > 0) {
      const { outcome, error } = await (await agent.open()).ask(PROMPT)
      if (outcome !== "completed") throw new Error(`A turn ended with ${outcome}: ${error?.message}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  const used = process.cpuUsage(cpu)
  return { wallMs: performance.now() - began, cpuMs: (used.user + used.system) / 1000 }
}
