// An MCP server over HTTP that answers with whatever an attack needs.
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"

export interface Asked {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface McpPeer extends AsyncDisposable {
  readonly url: string
  /** The arguments of every call received. */
  readonly calls: readonly unknown[]
}

/** `answers`: results by method; the answer to a call may depend on its arguments. */
export async function mcpPeer(
  answers: Readonly<Record<string, unknown | ((asked: Asked) => unknown)>>,
  serverInfo: object = { name: "peer", version: "1" },
): Promise<McpPeer> {
  const calls: unknown[] = []
  const hello = { protocolVersion: "2025-06-18", capabilities: { tools: {}, resources: {}, prompts: {} }, serverInfo }
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return response.writeHead(405).end()
    const { id, method, params = {} } = JSON.parse(await bodyOf(request))
    if (id === undefined) return response.writeHead(202).end()
    if (method === "tools/call") calls.push(params.arguments)
    const known = method === "initialize" ? hello : answers[method]
    const result = typeof known === "function" ? known({ method, params }) : known
    const said = result === undefined ? { error: { code: -32601, message: "no such method" } } : { result }
    response.writeHead(200, { "content-type": "application/json" })
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, ...said }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    calls,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}
