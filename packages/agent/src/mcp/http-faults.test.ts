// HTTP servers that misbehave in the middle of a call, or between calls.
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { afterEach, describe, expect, it, vi } from "vitest"
import { run, servers } from "./__fixtures__/peers.ts"
import { type McpTools, mcpTools } from "./mcp-tools.ts"

const opened: (McpTools | Server)[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) {
    if ("closeAllConnections" in each) each.closeAllConnections()
    await each.close()
  }
})

interface Asked {
  readonly id?: number
  readonly method: string
}

type Fault = (asked: Asked, response: ServerResponse) => void

/** An MCP server over HTTP. `onCall` answers the calls, `onGet` the stream of unsolicited messages. */
async function peer(
  onCall: Fault,
  onGet: (response: ServerResponse) => void = (response) => response.writeHead(405).end(),
) {
  const server = createServer(async (request, response) => {
    if (request.method === "GET") return onGet(response)
    if (request.method !== "POST") return response.writeHead(405).end()
    const asked = JSON.parse(await bodyOf(request)) as Asked
    const answer = ANSWERS[asked.method]
    if (asked.id === undefined) response.writeHead(202).end()
    else if (asked.method === "tools/call") onCall(asked, response)
    else if (answer === undefined) json(response, { id: asked.id, error: { code: -32601, message: "no such method" } })
    else json(response, { id: asked.id, result: answer })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  const source = mcpTools(servers({ web: { url: `http://127.0.0.1:${port}/mcp` } }))
  opened.push(server, source)
  await source.ready()
  return source
}

const schema = { type: "object", properties: {} }
const ANSWERS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: "2025-06-18",
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "web", version: "1" },
  },
  "tools/list": {
    tools: [
      { name: "look", inputSchema: schema, annotations: { readOnlyHint: true } },
      { name: "send", inputSchema: schema },
    ],
  },
  ping: {},
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

function json(response: ServerResponse, message: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", ...message }))
}

function stream(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" })
}

describe("a call that is answered with", () => {
  it.each<[string, Fault, RegExp]>([
    ["status 202", (_, response) => response.writeHead(202).end(), /it took the call and will not answer it/],
    [
      "no result",
      ({ id }, response) => json(response, { id, result: null }),
      /failed the call: its answer was malformed/,
    ],
    [
      "a text result in a stream that stays open",
      ({ id }, response) => {
        stream(response)
        response.write(`data: ${JSON.stringify({ jsonrpc: "2.0", id, result: "done" })}\n\n`)
      },
      /failed the call: its answer was malformed/,
    ],
    [
      "status 500",
      (_, response) => response.writeHead(500).end("boom"),
      /failed the call: .* answered with status 500/,
    ],
    [
      "half a stream",
      (_, response) => {
        stream(response)
        response.end(": nothing\n\n")
      },
      /failed the call: the connection ended before the answer came/,
    ],
  ])(
    "%s fails at once with a fitting message, and as unknown where it may have taken effect",
    async (_, fault, says) => {
      const source = await peer(fault)
      const failed = await run(source, "web__send").then(
        () => "",
        (error: Error) => error.message,
      )
      expect(failed).toMatch(says)
      expect(failed).toContain("It may have taken effect")
      expect(failed).not.toMatch(/forgot our session|did not answer: .* answered/)
      await expect(run(source, "web__look")).rejects.toThrow(says)
    },
  )
})

describe("a server that floods the stream between calls", () => {
  it("is disconnected, and its status says why", async () => {
    const news = `data: ${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n\n`
    const source = await peer(
      ({ id }, response) => json(response, { id, result: { content: [] } }),
      (response) => {
        stream(response)
        const more = () => {
          while (response.write(news)) {}
          response.once("drain", more)
        }
        more()
      },
    )
    await vi.waitFor(
      () =>
        expect(source.status()).toMatchObject([{ error: expect.stringContaining("without an answer and was left") }]),
      { timeout: 20_000 },
    )
  }, 30_000)
})
