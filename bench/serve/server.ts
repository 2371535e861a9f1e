// The server that is measured: sessions in a file, and a model that sends the time, word by word, or answers at once.
import { createAgent, type Model, sqlite } from "@pawl/agent"
import { createServer } from "@pawl/server"

const [folder = "", port = "0", chunkMs = "100", chunks = "100"] = process.argv.slice(2)

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const model: Model = {
  name: "clock",
  async ask({ messages }, how) {
    const said = JSON.stringify(messages.findLast(({ role }) => role === "user"))
    let text = ""
    if (!said.includes("stream")) text = "Done."
    else
      for (let each = 0; each < Number(chunks) && !how.signal.aborted; each++) {
        await sleep(Number(chunkMs))
        const word = `${Date.now()} `
        text += word
        how.onText(word)
      }
    const usage = { inputTokens: 10, outputTokens: 10 }
    return { kind: "answer", text, reasoning: [], calls: [], problems: [], stop: "end", usage }
  },
}

const store = await sqlite(`${folder}/pawl.db`)
const agent = await createAgent({ model, store, concurrency: 1000 })
const server = createServer({
  store,
  workspaces: [{ name: "main", agent, profiles: ["default"], models: ["clock"] }],
  protection: { rate: { burst: 1e9, perSecond: 1e9 } },
})
const { url } = await server.listen({ port: Number(port), host: "127.0.0.1" })
process.on("message", (wanted) => {
  if (wanted !== "memory") return
  globalThis.gc?.()
  globalThis.gc?.()
  process.send?.({ memory: process.memoryUsage(), cpuMs: process.cpuUsage().user / 1000 })
})
process.send?.({ url })
