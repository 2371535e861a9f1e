// A program whose turn waits for a person, in several ways of listening for that, or of not listening.
import { setTimeout as sleep } from "node:timers/promises"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import { call, scripted } from "../../packages/agent/src/model/scripted.ts"
import type { Session } from "../../packages/agent/src/session/handle.ts"
import { memory } from "../../packages/agent/src/store/memory.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"

const [how = ""] = process.argv.slice(2)
/** Longer than the grace that the runtime gives a program: if no warning has come by then, none comes. */
const LONG_MS = 1600

const pay = tool({ name: "pay", description: "Pays.", input: { type: "object" }, effect: "once", run: () => "Paid." })
const model = scripted(({ said, results }) => {
  if (results.length > 0) return "Done."
  if (said === "delegate") return { calls: [call("delegate", { task: "pay" })] }
  return { calls: [said === "question" ? call("ask_user", { question: "When?" }) : call("pay", {})] }
})
const limits: Record<string, { readonly timeoutMs: number | null }> = {
  "time-limit": { timeoutMs: 60_000 },
  "no-limit": { timeoutMs: null },
}
const approvals = limits[how]
const options = { model, tools: [pay], questions: true, delegation: true, ...(approvals && { approvals }) }

/** Node prints a warning before it tells of it. */
const warned = new Promise((resolve) => process.once("warning", resolve))

const store = memory()
let agent = await createAgent({ ...options, store })
const first = await agent.open({ id: "first" })
if (how === "listens" || how === "child-heard") void listen(first)
ask(first)
await waiting("first")

if (how === "resumed") {
  // A second agent goes on with a session that waited before; the first one had no time to tell.
  await agent.close()
  agent = await createAgent({ ...options, store })
  ask(await agent.open({ id: "first" }))
}
if (how === "twice") {
  await warned
  ask(await agent.open({ id: "second" }))
  await waiting("second")
}
if (how === "inbox") await agent.requests()
if (how === "info") await first.info()
if (how === "decides") await first.decide((await store.sessions.get("first"))?.openRequests[0]?.call ?? "", "deny")
await (["approval", "question", "resumed"].includes(how) ? warned : sleep(LONG_MS))
await agent.close()

function ask(session: Session): void {
  const words: Record<string, string> = { question: "question", "child-heard": "delegate" }
  session.ask(words[how] ?? "pay").catch(() => {}) // The agent is closed before the turn ends.
}

async function listen(session: Session): Promise<void> {
  for await (const { type } of session.events()) if (type === "turn-end") return
}

/** Reads the store, for a program that reads `session.info()` has seen what is asked. */
async function waiting(id: string): Promise<void> {
  while ((await store.sessions.get(id))?.openRequests.length !== 1) await sleep(5)
  process.stdout.write("waiting\n")
}
