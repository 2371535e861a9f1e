// Attack: a server, or a gateway before it, answers a call that changes things
// with a code that sounds like "not executed". Real servers may execute before
// they answer, so only a code that proves that nothing ran counts as an error.
import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { loadServers } from "../../packages/agent/src/mcp/config.ts"
import { type McpTools, mcpTools } from "../../packages/agent/src/mcp/mcp-tools.ts"
import { type ToolContext, ToolFailure } from "../../packages/agent/src/tools/tool.ts"

const EFFECTS = ["read", "idempotent", "once"] as const
const inputSchema = { type: "object", properties: { status: { type: "integer" }, rpc: { type: "integer" } } }
const TOOLS = [
  { name: "read", inputSchema, annotations: { readOnlyHint: true } },
  { name: "idempotent", inputSchema, annotations: { idempotentHint: true, destructiveHint: false } },
  { name: "once", inputSchema },
]

let server: Server
let source: McpTools

beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end()
    const { id, method, params } = JSON.parse(await bodyOf(request))
    const json = (message: object) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, ...message }))
    if (id === undefined) return response.writeHead(202).end()
    if (method === "initialize") return json({ result: INITIALIZE_RESULT })
    if (method === "tools/list") return json({ result: { tools: TOOLS } })
    if (method !== "tools/call") return json({ error: { code: -32601, message: "no such method" } })
    const { status, rpc } = params.arguments
    if (status !== undefined) return response.writeHead(status, { location: "/elsewhere" }).end("no")
    return json({ error: { code: rpc, message: "no" } })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  const entries = loadServers({ mcpServers: { web: { url: `http://127.0.0.1:${port}/mcp` } } })
  source = mcpTools(entries, { restarts: { delaysMs: [10], coolDownMs: 10_000, maxCoolDownMs: 10_000 } })
  await source.ready()
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await source.close()
})

const INITIALIZE_RESULT = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "web", version: "1" },
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

async function outcomeOf(effect: string, given: object): Promise<string> {
  const tool = source.tools().find(({ name }) => name === `web__${effect}`)
  const context = { signal: new AbortController().signal, effectKey: "k", call: "c", session: "s", trace: "t" }
  const how = { ...context, output: () => {}, readResult: async () => undefined }
  try {
    await tool?.run(given as never, how as unknown as ToolContext) // Only these fields are used.
    return "ok"
  } catch (error) {
    if (!(error instanceof ToolFailure) || error.outcome !== "unknown") return "error"
    expect(error.message).toContain("It may have taken effect: verify before you try again.")
    return "unknown"
  }
}

const AMBIGUOUS = [300, 307, 400, 402, 406, 408, 409, 410, 412, 418, 421, 422, 423, 424, 425, 426, 428, 429, 431, 451]
const GATEWAYS = [499, 500, 501, 502, 503, 504, 507, 520, 522, 524, 529, 598]
const NOT_EXECUTED = [401, 403, 404, 405, 413, 415]

describe("a call that is answered by", () => {
  it.each([...AMBIGUOUS, ...GATEWAYS])("status %i has an unknown outcome unless it only reads", async (status) => {
    const outcomes = await Promise.all(EFFECTS.map((effect) => outcomeOf(effect, { status })))
    expect(outcomes).toEqual(["error", "unknown", "unknown"])
  })

  it.each(NOT_EXECUTED)("status %i is an error: it did nothing", async (status) => {
    const outcomes = await Promise.all(EFFECTS.map((effect) => outcomeOf(effect, { status })))
    expect(outcomes).toEqual(["error", "error", "error"])
  })

  it.each([-32603, -32000, -32001, -32002, -32042, -32099, -1, 0, 1, 409, 429, 500])(
    "JSON-RPC error %i has an unknown outcome unless it only reads",
    async (rpc) => {
      const outcomes = await Promise.all(EFFECTS.map((effect) => outcomeOf(effect, { rpc })))
      expect(outcomes).toEqual(["error", "unknown", "unknown"])
    },
  )

  it.each([-32700, -32600, -32601, -32602])("JSON-RPC error %i is an error: it did nothing", async (rpc) => {
    const outcomes = await Promise.all(EFFECTS.map((effect) => outcomeOf(effect, { rpc })))
    expect(outcomes).toEqual(["error", "error", "error"])
  })
})

it("a call to a port where no server listens any more is an error: it did nothing", async () => {
  server.closeAllConnections()
  server.close()
  await once(server, "close")
  // The first call may be written to a connection that is closing, so its outcome is unknown.
  expect(await outcomeOf("read", { rpc: -1 })).toBe("error")
  expect(await outcomeOf("idempotent", { rpc: -1 })).toBe("error")
  expect(await outcomeOf("once", { rpc: -1 })).toBe("error")
})
