// A process that plays a chaos story and is killed on the way, by its own commit hook or from outside. It writes each
// event down at once, so that the test can compare what was published with what was durable.
import { appendFileSync } from "node:fs"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { playStory } from "../kill/story.ts"
import { agentFor, storyOf } from "./story-agent.ts"

const [folder = "", profile = "", name = "", server = ""] = process.argv.slice(2)
const story = storyOf(profile, name)
const commitHook = process.env.PAWL_HOOK ?? new URL("../kill/kill-hook.ts", import.meta.url).href
const commitOn = process.env.PAWL_COMMIT_ON === "caller" ? "caller" : "thread"
const durability = process.env.PAWL_DURABILITY === "process-crash" ? "process-crash" : "power-loss"
const store = await sqlite(`${folder}/pawl.db`, { commitHook, commitOn, durability })
process.stdout.write("begun\n")
const agent = await agentFor(folder, story, { profile, store, server })
const session = await agent.open({ id: "s" })
await playStory(story, session, (event) => appendFileSync(`${folder}/told`, `${event.position} ${event.type}\n`))
await agent.close()
await store.close()
