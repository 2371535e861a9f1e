// A process that plays a story on PostgreSQL and is killed at a write: before it is sent, while it is under way, or once it is
// reported.
import { appendFileSync } from "node:fs"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { Store } from "../../packages/agent/src/contracts/store.ts"
import { scripted } from "../../packages/agent/src/model/scripted.ts"
import { postgres } from "../../packages/postgres/src/postgres.ts"
import { stories } from "./stories.ts"
import { playStory, storyTools } from "./story.ts"

const [folder = "", name = ""] = process.argv.slice(2)
const { PAWL_KILL_AT: at, PAWL_KILL_WHEN: when, PAWL_URL: url = "", PAWL_SCHEMA: schema = "" } = process.env
const story = stories[name]
if (story === undefined) throw new Error(`No story "${name}".`)

let writes = 0
function killing<Args extends readonly unknown[], T>(write: (...args: Args) => Promise<T>): typeof write {
  return async (...args) => {
    if (++writes !== Number(at)) return write(...args)
    if (when === "before") die()
    const done = write(...args)
    // The statement is on its way; whether it is committed, nobody hears.
    if (when === "during") setImmediate(die)
    await done
    return die()
  }
}

function die(): never {
  process.kill(process.pid, "SIGKILL")
  throw new Error("Killed.")
}

function killed(store: Store): Store {
  const { log, inbox, leases, sessions } = store
  return {
    ...store,
    log: { ...log, append: killing(log.append) },
    inbox: { ...inbox, enqueue: killing(inbox.enqueue) },
    leases: { ...leases, acquire: killing(leases.acquire), release: killing(leases.release) },
    sessions: { ...sessions, create: killing(sessions.create) },
  }
}

const store = await postgres(url, { schema })
const tools = storyTools(`${folder}/effects`)
const agent = await createAgent({ store: killed(store), model: scripted(story.script), tools, ...story.options })
const session = await agent.open({ id: "s" })
await playStory(story, session, (event) => appendFileSync(`${folder}/told`, `${event.position} ${event.type}\n`))
await agent.close()
await store.close()
