// A worker of its own on a shared database: `node ask-from-process.ts URL SCHEMA LIMITS`. Each line of its input is the name of a
// session to ask in; it prints "NAME done" when the model has answered, and "NAME held" each time the request has to wait.
import { writeSync } from "node:fs"
import { createInterface } from "node:readline"
import { createAgent } from "@pawl/agent"
import { postgres } from "../postgres.ts"

const [url = "", schema = "", limits = "{}"] = process.argv.slice(2)
const store = await postgres(url, { schema, connections: 4 })
const onError = (error: unknown) => writeSync(1, `error ${error instanceof Error ? error.message : String(error)}\n`)
const agent = await createAgent({ model: "openai:small", store, concurrency: 32, rates: JSON.parse(limits), onError })

async function ask(name: string): Promise<void> {
  const session = await agent.open({ id: name })
  for await (const event of session.send(name)) {
    if (event.type === "rate-wait") writeSync(1, `${name} held\n`)
    if (event.type === "turn-end") writeSync(1, `${name} ${event.outcome === "completed" ? "done" : "failed"}\n`)
  }
}

createInterface({ input: process.stdin }).on("line", (name) => void ask(name))
writeSync(1, "ready\n")
