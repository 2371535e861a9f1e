// A process that plays the team's story, or only runs sessions for other processes, and is killed on the way.
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { play, team } from "./story.ts"

const [folder = "", role = ""] = process.argv.slice(2)
const commitHook = new URL("../kill/kill-hook.ts", import.meta.url).href
const store = await sqlite(`${folder}/pawl.db`, { commitHook, commitOn: "thread" })
const agent = await createAgent({ store, ...team(folder), run: role === "worker" ? "all" : "opened" })
if (role === "worker") {
  process.stdin.on("end", () => void end())
  process.stdin.resume()
} else {
  await play(await agent.open({ id: "s" }))
  await end()
}

async function end(): Promise<void> {
  await agent.close()
  await store.close()
}
