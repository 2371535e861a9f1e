// A server process that gets killed: sessions in a file, and a model that speaks word by word, as slowly as it is told.
import { createAgent, sqlite, tool } from "@pawl/agent"
import { call, scripted } from "@pawl/agent/testing"
import { createServer } from "@pawl/server"

const [folder = "", chunkMs = "2", port = "0"] = process.argv.slice(2)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const model = scripted(
  ({ said, results }) =>
    results.length < 2
      ? {
          text: `I look at ${said}, page ${results.length}: ${WORDS}`,
          calls: [call("read_page", { page: results.length })],
        }
      : `Of ${said} I have read two pages. ${WORDS}`,
  { chunkMs: Number(chunkMs), clock: { sleep } },
)

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
