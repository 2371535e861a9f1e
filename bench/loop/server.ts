// The model server of the loop benchmark, in its own process so that its CPU is not counted. It parses nothing: the path has
// the length of the session, and the number of results in a request shows its progress.
//   /rounds/50/v1/...       a tool call a round, 50 rounds, then "Done."; an answer in one piece
//   /chunks/20000/v1/...    one answer of so many chunks, as fast as they are read
//   /slow/2/20/v1/...       2 answers of 20 chunks each, 20 ms before each chunk; the first asks for a tool
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export const CHUNK_MS = 20

const WORDS = ["I ", "will ", "look ", "at ", "the ", "next ", "one", "."]
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

/** The frames of the answers of a round. Ids and files differ from round to round, as repeated ones would be stopped or merged. */
function framesOf(round: number) {
  const head = { id: `chatcmpl-${round}`, object: "chat.completion.chunk", created: 1_700_000_000, model: "bench" }
  const event = (rest: object) => `data: ${JSON.stringify({ ...head, ...rest })}\n\n`
  const frame = (delta: object, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta, finish_reason: finish }] })
  const tail = `${event({ choices: [], usage })}data: [DONE]\n\n`
  const bit = (bits: string) => frame({ tool_calls: [{ index: 0, function: { arguments: bits } }] })
  const named = { index: 0, id: `call_${round}`, type: "function", function: { name: "look", arguments: "" } }
  return {
    role: frame({ role: "assistant", content: "" }),
    words: WORDS.map((content) => frame({ content })).join(""),
    chunk: frame({ content: "twelve bytes" }),
    done: frame({ content: "Done." }),
    call: [frame({ tool_calls: [named] }), bit('{"pa'), bit(`th":"file${round}`), bit('.txt"}')],
    callEnd: frame({}, "tool_calls") + tail,
    end: frame({}, "stop") + tail,
  }
}

const known: ReturnType<typeof framesOf>[] = []

function frames(round: number): ReturnType<typeof framesOf> {
  known[round] ??= framesOf(round)
  return known[round]
}

function quickAnswer(round: number, isLast: boolean): string {
  const { role, words, call, callEnd, done, end } = frames(round)
  return isLast ? role + done + end : role + words + call.join("") + callEnd
}

/** As many writes as there are chunks. */
function slowAnswer(chunks: number, round: number, isLast: boolean): readonly string[] {
  const { role, chunk, call, callEnd, end } = frames(round)
  const last = isLast ? [end] : [...call, callEnd]
  return [role, ...Array.from({ length: chunks - last.length - 1 }, () => chunk), ...last]
}

async function serveChunks(response: ServerResponse, count: number): Promise<void> {
  const { role, chunk, end } = frames(0)
  const block = chunk.repeat(100)
  response.write(role)
  for (let sent = 0; sent < count; sent += 100) {
    if (!response.write(block)) await once(response, "drain")
  }
  response.end(end)
}

function serveSlowly(response: ServerResponse, pieces: readonly string[]): void {
  let next = 0
  const timer = setInterval(() => {
    response.write(pieces[next++] ?? "")
    if (next < pieces.length) return
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
    const round = count(Buffer.concat(body), '"tool_call_id"')
    if (kind === "slow") return serveSlowly(response, slowAnswer(Number(second), round, round + 1 >= Number(first)))
    response.end(quickAnswer(round, round >= Number(first)))
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, "127.0.0.1", 4096, () => process.send?.((server.address() as AddressInfo).port))
process.on("disconnect", () => process.exit())
