// A server process that gets killed: sessions in a file, and a model that speaks word by word, as slowly as it is told.
import { appendFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { createAgent, sqlite, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { createServer } from "@pawl/server"

const [folder = "", chunkMs = "2", port = "0", held = ""] = process.argv.slice(2)

/** With `held`, the first two tries of each answer stop in the middle for good: only a kill ends them. */
const HELD_TRIES = 2
const HELD_AFTER = 6
let words = 0
let isHeld = false

const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    if (!isHeld || ++words < HELD_AFTER) setTimeout(resolve, ms)
  })

const model = scripted(
  ({ said, results }) => {
    words = 0
    isHeld = held === "held" && triesOf(results.length) <= HELD_TRIES
    return results.length < 2
      ? {
          text: `I look at ${said}, page ${results.length}: ${WORDS}`,
          calls: [call("read_page", { page: results.length })],
        }
      : `Of ${said} I have read two pages. ${WORDS}`
  },
  { chunkMs: Number(chunkMs), clock: { sleep } },
)

/** How often this answer was begun, by all processes. */
function triesOf(answer: number): number {
  const file = join(folder, `answer-${answer}`)
  appendFileSync(file, ".")
  return statSync(file).size
}

const WORDS = "the quick brown fox jumps over the lazy dog, überall, 日本語 und 🦊 auch."

const readPage = tool({
  name: "read_page",
  description: "Reads a page.",
  input: { type: "object", properties: { page: { type: "number" } }, required: ["page"] },
  effect: "read",
  run: (input) => `Page ${JSON.stringify(input)}`,
})

const store = await sqlite(`${folder}/pawl.db`)
const agent = await createAgent({ model, store, tools: [readPage] })
const server = createServer({
  store,
  workspaces: [{ name: "main", agent, profiles: ["default"], models: ["scripted"] }],
  protection: { rate: { burst: 1e9, perSecond: 1e9 } },
})
const { url } = await server.listen({ port: Number(port), host: "127.0.0.1" })
process.stdout.write(`${url}\n`)
process.once("SIGTERM", async () => {
  await server.drain(5000)
  await store.close()
})
