// The service: customers talk to an agent, staff approve what it wants to do. Start it twice on one file; when one of
// the two is killed, the other goes on with its turns.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { isPawlError } from "@pawl/agent"
import { ZodError } from "zod"
import { supportAgent } from "./agent.ts"
import { personOf } from "./people.ts"
import { routes } from "./routes.ts"

const agent = await supportAgent()

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    const { status, message } = told(error)
    if (response.headersSent) response.destroy()
    else sendJson(response, status, { error: message })
  })
})

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const person = personOf(request.headers.authorization)
  if (person === undefined) return sendJson(response, 401, { error: "Who are you?" })
  const { pathname } = new URL(request.url ?? "/", "http://localhost")
  for (const { method, path, role, answer } of routes) {
    const at = method === request.method ? matched(path, pathname) : undefined
    if (at === undefined || role !== person.role) continue
    const body = await answer({ agent, person, at, request, response })
    if (body !== undefined) sendJson(response, 200, body)
    return
  }
  sendJson(response, 404, { error: "There is nothing here." })
}

/** "/a/:b" and "/a/1" make { b: "1" }. */
function matched(path: string, pathname: string): Readonly<Record<string, string>> | undefined {
  const wanted = path.split("/")
  const given = pathname.split("/").map(decodeURIComponent)
  if (wanted.length !== given.length) return undefined
  if (wanted.some((word, index) => !word.startsWith(":") && word !== given[index])) return undefined
  const names = wanted.flatMap((word, index) => (word.startsWith(":") ? [[word.slice(1), given[index] ?? ""]] : []))
  return Object.fromEntries(names)
}

/** Errors that a client can do something about. Everything else stays on the server. */
const STATUS: Readonly<Record<string, number>> = {
  "session-missing": 404,
  "approval-not-open": 409,
  "input-invalid": 400,
  "limit-reached": 429,
  "session-busy": 409,
}

function told(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof ZodError || error instanceof SyntaxError || error instanceof URIError)
    return { status: 400, message: error.message }
  const status = isPawlError(error) ? STATUS[error.code] : undefined
  if (status !== undefined && error instanceof Error) return { status, message: error.message }
  console.error(error)
  return { status: 500, message: "Something went wrong." }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
}

server.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  console.log(`Support on http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

process.once("SIGTERM", async () => {
  server.close()
  server.closeAllConnections()
  await agent.close({ deadlineMs: 5000 }) // What still runs then goes on in the other process.
})
