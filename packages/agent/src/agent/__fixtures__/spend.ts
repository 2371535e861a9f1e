// One process of an owner: `node spend.ts PATH SESSION`. Each of its requests costs 0.1 USD, and it would make thirty; the
// owner may spend 1 USD a day. Prints how many requests it made and how its turn ended.
import { call, scripted } from "../../model/scripted.ts"
import { sqlite } from "../../store/sqlite.ts"
import { tool } from "../../tools/tool.ts"
import { createAgent } from "../create-agent.ts"

const [path = "", id = ""] = process.argv.slice(2)
let asked = 0
const model = scripted(({ results }) => {
  asked++
  const usage = { inputTokens: 90, outputTokens: 10, costUsd: 0.1 }
  return results.length < 30 ? { calls: [call("look", { at: results.length })], usage } : { text: "done", usage }
})
const look = tool({
  name: "look",
  description: "Looks.",
  input: { type: "object", properties: { at: { type: "integer" } } },
  effect: "read",
  run: ({ at }) => `seen ${at}`,
})
const agent = await createAgent({ model, tools: [look], store: sqlite(path), limits: { owner: { costUsd: 1 } } })
const session = await agent.open({ id, owner: "ann" })
const { error } = await session.ask("look around")
await agent.close()
process.stdout.write(JSON.stringify({ asked, code: error?.code }))
