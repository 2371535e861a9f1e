// The model server of the loop benchmark, in its own process so that its CPU is not counted. It parses nothing: the path has
// the length of the session, and the number of results in a request shows its progress.
//   /rounds/50/v1/...       a tool call a round, 50 rounds, then "Done."; an answer in one piece
//   /chunks/20000/v1/...    one answer of so many chunks, as fast as they are read
//   /slow/2/20/v1/...       2 answers of 20 chunks each, 20 ms before each chunk; the first asks for a tool
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export const CHUNK_MS = 20

const head = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1_700_000_000, model: "bench" }

function frame(delta: object, finish: string | null = null): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const tail = `data: ${JSON.stringify({ ...head, choices: [], usage })}\n\ndata: [DONE]\n\n`
const words = ["I ", "will ", "look ", "at ", "the ", "next ", "one", "."].map((content) => frame({ content }))
const named = { index: 0, id: "call_x", type: "function", function: { name: "look", arguments: "" } }
/** Another file each time: repeated calls would be stopped. */
function callFor(round: number): readonly string[] {
  const bits = ['{"pa', `th":"file${round}`, '.txt"}']
  const asked = bits.map((bit) => frame({ tool_calls: [{ index: 0, function: { arguments: bit } }] }))
  return [frame({ tool_calls: [named] }), ...asked, frame({}, "tool_calls") + tail]
}
const said = words.join("")
const done = Buffer.from(frame({ content: "Done." }) + frame({}, "stop") + tail)
const chunk = frame({ content: "twelve bytes" })

/** As many writes as there are chunks. */
function slowAnswer(chunks: number, isLast: boolean): readonly string[] {
  const end = isLast ? [frame({}, "stop") + tail] : callFor(0)
  return [...Array.from({ length: chunks - end.length }, () => chunk), ...end]
}

async function serveChunks(response: ServerResponse, count: number): Promise<void> {
  const block = chunk.repeat(100)
  for (let sent = 0; sent < count; sent += 100) {
    if (!response.write(block)) await once(response, "drain")
  }
  response.end(frame({}, "stop") + tail)
}

function serveSlowly(response: ServerResponse, frames: readonly string[]): void {
  let next = 0
  const timer = setInterval(() => {
    response.write(frames[next++] ?? "")
    if (next < frames.length) return
    clearInterval(timer)
    response.end()
  }, CHUNK_MS)
}

function count(body: Buffer, mark: string): number {
  let found = 0
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) found++
  return found
}

const server = createServer((request, response) => {
  const body: Buffer[] = []
  request.on("data", (bytes: Buffer) => body.push(bytes))
  request.on("end", () => {
    const [, kind, first, second] = (request.url ?? "").split("/")
    response.writeHead(200, { "content-type": "text/event-stream" })
    if (kind === "chunks") return void serveChunks(response, Number(first))
    const results = count(Buffer.concat(body), '"tool_call_id"')
    if (kind === "slow") return serveSlowly(response, slowAnswer(Number(second), results + 1 >= Number(first)))
    response.end(results < Number(first) ? said + callFor(results).join("") : done)
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", 4096, () => process.send?.((server.address() as AddressInfo).port))
process.on("disconnect", () => process.exit())
