// A real provider on the loopback interface that takes so many requests in any time, and refuses the rest with 429.
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"

export interface LimitedServer {
  readonly url: string
  /** When each request that was answered came, and each that was refused. */
  readonly served: readonly number[]
  readonly refused: readonly number[]
  close(): Promise<void>
}

export interface Limit {
  readonly requests: number
  readonly perMs: number
  /** How the provider tells when to come back; it says nothing unless given. */
  readonly headers?: (waitMs: number) => Readonly<Record<string, string>>
  /** How long an answer takes. */
  readonly answerMs?: number
}

export async function limitedServer({ requests, perMs, headers, answerMs = 0 }: Limit): Promise<LimitedServer> {
  const served: number[] = []
  const refused: number[] = []
  const server = createServer((request, response) => {
    request.resume()
    const now = performance.now()
    const oldest = served.at(-requests) ?? Number.NEGATIVE_INFINITY
    if (now - oldest < perMs) {
      refused.push(now)
      response.writeHead(429, { "content-type": "application/json", ...headers?.(oldest + perMs - now) })
      response.end(JSON.stringify({ error: { message: "Too many requests", type: "rate_limit_exceeded" } }))
      return
    }
    served.push(now)
    setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(ANSWER))
    }, answerMs)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo // It listens on a port.
  return { url: `http://127.0.0.1:${port}/v1`, served, refused, close: () => closed(server) }
}

const ANSWER = {
  choices: [{ index: 0, message: { role: "assistant", content: "Read." }, finish_reason: "stop" }],
  usage: { prompt_tokens: 20, completion_tokens: 2, total_tokens: 22 },
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
