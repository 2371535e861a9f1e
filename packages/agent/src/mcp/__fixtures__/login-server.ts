// A small HTTP server for login tests: an MCP server that requires a login, and the authorisation server that issues tokens.
import { createHash, randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface LoginServer {
  readonly url: string
  /** The requests it received, in order: "register", "authorize", "token refresh_token" ... */
  readonly seen: string[]
  /** Makes every issued token invalid. Refreshing still works unless `refresh` is false. */
  expire(how?: { readonly refresh: boolean }): void
  /** The error that the login page redirects the browser with, instead of a code. */
  refuse(error: string): void
  close(): Promise<void>
}

export async function loginServer(): Promise<LoginServer> {
  const seen: string[] = []
  const good = new Set<string>()
  const codes = new Map<string, string>()
  let refreshToken: string | undefined
  let refusal: string | undefined

  function give(): object {
    const access_token = `access-${randomUUID()}`
    refreshToken = `refresh-${randomUUID()}`
    good.add(access_token)
    return { access_token, token_type: "Bearer", expires_in: 3600, refresh_token: refreshToken, scope: "use" }
  }

  const server = createServer(async (request, response) => {
    const { origin } = new URL(`http://${request.headers.host}`)
    const { pathname, searchParams } = new URL(request.url ?? "/", origin)
    const body = await textOf(request)
    const form = new URLSearchParams(body)
    switch (pathname) {
      case "/.well-known/oauth-protected-resource/mcp":
        return json(response, { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: ["use"] })
      case "/.well-known/oauth-authorization-server":
        return json(response, {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          registration_endpoint: `${origin}/register`,
          response_types_supported: ["code"],
          code_challenge_methods_supported: ["S256"],
          token_endpoint_auth_methods_supported: ["none"],
        })
      case "/register":
        seen.push("register")
        return json(response, { ...JSON.parse(body), client_id: "client-1", token_endpoint_auth_method: "none" }, 201)
      case "/authorize": {
        seen.push(`authorize ${searchParams.get("scope")}`)
        const code = randomUUID()
        codes.set(code, searchParams.get("code_challenge") ?? "")
        const back = new URL(searchParams.get("redirect_uri") ?? "")
        back.search = new URLSearchParams({
          ...(refusal === undefined ? { code } : { error: refusal }),
          state: searchParams.get("state") ?? "",
        }).toString()
        response.writeHead(302, { location: back.href })
        return response.end()
      }
      case "/token": {
        const grant = form.get("grant_type") ?? ""
        seen.push(`token ${grant}`)
        const challenge = codes.get(form.get("code") ?? "")
        const proof = createHash("sha256")
          .update(form.get("code_verifier") ?? "")
          .digest("base64url")
        const isGood =
          grant === "refresh_token"
            ? form.get("refresh_token") === refreshToken
            : challenge !== undefined && proof === challenge
        return isGood ? json(response, give()) : json(response, { error: "invalid_grant" }, 400)
      }
      case "/mcp": {
        const token = request.headers.authorization?.replace("Bearer ", "") ?? ""
        if (good.has(token)) return answer(response, request.method === "POST" ? JSON.parse(body) : undefined)
        const where = `${origin}/.well-known/oauth-protected-resource/mcp`
        response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${where}", scope="use"` })
        return response.end()
      }
      default:
        response.writeHead(404)
        return response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    expire({ refresh } = { refresh: true }) {
      good.clear()
      if (!refresh) refreshToken = undefined
    },
    refuse(error) {
      refusal = error
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Asked {
  readonly id?: number
  readonly method: string
}

function answer(response: ServerResponse, asked: Asked | undefined): void {
  if (asked?.id === undefined) {
    response.writeHead(asked === undefined ? 405 : 202)
    response.end()
    return
  }
  const tool = { name: "greet", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }
  const results: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "login", version: "1" },
    },
    "tools/list": { tools: [tool] },
    "tools/call": { content: [{ type: "text", text: "Hello." }] },
  }
  const result = results[asked.method]
  const error = { code: -32601, message: "Method not found" }
  json(response, { jsonrpc: "2.0", id: asked.id, ...(result === undefined ? { error } : { result }) })
}

function json(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify(body))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ""
  for await (const chunk of request) text += chunk
  return text
}
