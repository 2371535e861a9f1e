// Sends every file of the folder "documents" through an agent. Kill it whenever you like and start it again: documents
// that are done are not asked about again, and the others go on where they were.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { createAgent, sqlite } from "@pawl/agent"

const agent = await createAgent({
  model: process.env.MODEL ?? "openai:gpt-5-mini",
  store: sqlite("batch.db"),
  instructions: "Say in one sentence what the letter is about.",
  concurrency: 32, // sessions at once
  // How many requests the provider allows is learnt from its refusals. If you know it, no request is refused:
  // rates: { "openai:*": { requestsPerMinute: 300 } },
  retries: { attempts: 6 },
  limits: {
    turn: { tokens: 20_000 }, // A document that takes more is not worth it.
    owner: { costUsd: 5 }, // of all documents, in a day
  },
})

const names = readdirSync("documents").toSorted()
const done = await Promise.all(names.map(summarise))
writeFileSync("summaries.jsonl", done.map((each) => `${JSON.stringify(each)}\n`).join(""))

const failed = done.filter(({ outcome }) => outcome !== "completed")
console.log(`${done.length - failed.length} of ${done.length} documents are summarised.`)
for (const { name, error } of failed) console.error(`${name}: ${error?.message}`)
for (const { day, model, requests, usage } of await agent.usage()) {
  console.log(
    `${day} ${model}: ${requests} requests, ${usage.inputTokens + usage.outputTokens} tokens, ${usage.costUsd?.toFixed(4) ?? "?"} USD`,
  )
}
process.exitCode = failed.length === 0 ? 0 : 1
await agent.close()

/** One session a document, and one request in it. The id names the request: a second start finds its answer in the log. */
async function summarise(name: string) {
  const session = await agent.open({ id: name })
  const { outcome, text, error } = await session.ask(readFileSync(`documents/${name}`, "utf8"), { id: "summarise" })
  // The next start begins anew with a document that failed. A session whose tools change things would be retried instead.
  if (outcome !== "completed") await agent.sessions.remove(name)
  console.log(`${name} is ${outcome === "completed" ? "done" : outcome}`)
  return { name, outcome, text, error }
}
