// The fault server over streamable HTTP, on a given port. The
// test starts it again when it ends, as a service manager does.
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import process from "node:process"
import type { Line, Message } from "./faults.ts"
import { behaviourIn, messageHandler } from "./protocol.ts"

const handle = messageHandler(behaviourIn(process.argv))
const sessions = new Set<string>()

const server = createServer(async (request, response) => {
  if (request.method === "DELETE") return void response.writeHead(200).end()
  if (request.method !== "POST") return void response.writeHead(405).end()
  const message = (await bodyOf(request)) as Message
  const session = request.headers["mcp-session-id"]
  if (message.method === "initialize") return introduce(message, response)
  if (typeof session !== "string" || !sessions.has(session)) return void response.writeHead(404).end("who are you?")
  if (message.id === undefined) return void response.writeHead(202).end()
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.flushHeaders()
  handle(message, lineOf(response, session, message.id))
})
server.listen(Number(process.env.PORT), "127.0.0.1", () => process.stdout.write("listening\n"))

function introduce(message: Message, response: ServerResponse): void {
  const session = randomUUID()
  sessions.add(session)
  const send = (reply: object) => {
    response.writeHead(200, { "content-type": "application/json", "mcp-session-id": session })
    response.end(JSON.stringify({ jsonrpc: "2.0", ...reply }))
  }
  handle(message, { ...lineOf(response, session, message.id), send })
}

function lineOf(response: ServerResponse, session: string, id: Message["id"]): Line {
  let isOver = false
  const end = () => {
    isOver = true
    response.end()
  }
  return {
    send(message) {
      if (isOver) return
      response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`)
      // A second answer comes at once or not at all.
      if ("id" in message && message.id === id) setImmediate(end)
    },
    raw: (bytes) => !response.destroyed && response.write(bytes) && response.writableLength < 1_000_000,
    drained: (then) => void (response.destroyed || response.once("drain", then)),
    cut: () => response.destroy(),
    forgetLater: () => void sessions.delete(session),
    forget() {
      sessions.delete(session)
      response.destroy()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let body = ""
  for await (const chunk of request) body += chunk
  return JSON.parse(body)
}
