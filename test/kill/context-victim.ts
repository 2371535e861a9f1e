// A process that begins two customers' turns with their contexts, and never ends them.
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { sqlite } from "../../packages/agent/src/store/sqlite.ts"
import { type Customer, OWNERS, shop } from "./context-story.ts"

const [folder = ""] = process.argv.slice(2)
const agent = await createAgent<Customer>({
  ...shop(folder, () => new Promise(() => {})),
  store: sqlite(`${folder}/pawl.db`),
  contextOf: () => ({ user: "not asked here" }),
})
for (const owner of OWNERS) {
  for (const what of ["ship", "pay"]) {
    const session = await agent.open({ id: `${what}-${owner}`, owner })
    session.ask(what, { context: { user: `user of ${owner}` } }).catch(() => {})
  }
}
