// A process that plays a story and is killed on the way. It writes each event down at once, so that the test can
// compare what was published with what was durable.
import { appendFileSync } from "node:fs"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { stories } from "./stories.ts"
import { playStory, storyTools } from "./story.ts"

const [folder = "", name = ""] = process.argv.slice(2)
const story = stories[name]
if (story === undefined) throw new Error(`No story "${name}".`)
const commitHook = new URL("./kill-hook.ts", import.meta.url).href
// All commits on one side, so that their numbers are those of the story.
const commitOn = process.env.PAWL_COMMIT_ON === "caller" ? "caller" : "thread"
const store = await sqlite(`${folder}/pawl.db`, { commitHook, commitOn })
const tools = storyTools(`${folder}/effects`)
const agent = await createAgent({ store, model: scripted(story.script), tools, ...story.options })
const session = await agent.open({ id: "s" })
await playStory(story, session, (event) => appendFileSync(`${folder}/told`, `${event.position} ${event.type}\n`))
await agent.close()
await store.close()
