// What can be asked of the service. A customer reaches only conversations of their own, whatever id they name.
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Agent } from "@pawl/agent"
import { z } from "zod"
import { type Customer, customerNamed, type Person } from "./people.ts"

export interface Asked {
  readonly agent: Agent<Customer>
  readonly person: Person
  /** What stands in the path in place of `:name`. */
  readonly at: Readonly<Record<string, string>>
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

interface Route {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly role: Person["role"]
  /** What it returns is sent as JSON. A route that answers by itself returns nothing. */
  readonly answer: (asked: Asked) => Promise<unknown>
}

export const routes: readonly Route[] = [
  { method: "POST", path: "/conversations/:id/messages", role: "customer", answer: say },
  { method: "GET", path: "/conversations/:id", role: "customer", answer: read },
  { method: "GET", path: "/conversations/:id/events", role: "customer", answer: follow },
  { method: "GET", path: "/requests", role: "staff", answer: requests },
  { method: "POST", path: "/requests/:session/:call", role: "staff", answer: decide },
]

const Message = z.object({ id: z.string().optional(), text: z.string() })

/** Answers as soon as the message is on disk. A client that is not sure sends it again, with the same id. */
async function say({ agent, person, at, request }: Asked) {
  const { id, text } = Message.parse(await bodyOf(request))
  const context = await customerNamed(person.name)
  const session = await agent.open({ id: `${person.name}.${at.id}`, owner: person.name, context })
  await session.send(text, { by: person.name, ...(id !== undefined && { id }) }).accepted()
  return { accepted: true }
}

async function read({ agent, person, at }: Asked) {
  const session = await agent.open({ id: `${person.name}.${at.id}`, owner: person.name, create: false })
  return session.transcript()
}

/** Server-sent events. A browser that lost its connection says where it was, and any process goes on from there. */
async function follow({ agent, person, at, request, response }: Asked) {
  const session = await agent.open({ id: `${person.name}.${at.id}`, owner: person.name, create: false })
  const gone = new AbortController()
  response.on("close", () => gone.abort())
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" })
  const after = String(request.headers["last-event-id"] ?? "0")
  for await (const event of session.events({ after, signal: gone.signal })) {
    response.write(`id: ${event.position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
}

/** The inbox of the staff: everything that waits for a decision, of all customers. */
async function requests({ agent }: Asked) {
  const open = await agent.requests()
  return open.map(({ session, call, owner, preview, since }) => ({ session, call, owner, preview, since }))
}

const Decision = z.object({ decision: z.enum(["approve", "deny"]), reason: z.string().optional() })

/** Any process may settle a request, and each can be settled once. */
async function decide({ agent, person, at, request }: Asked) {
  const { decision, reason } = Decision.parse(await bodyOf(request))
  const session = await agent.open({ id: at.session ?? "", create: false })
  await session.decide(at.call ?? "", decision, { by: person.name, ...(reason !== undefined && { reason }) })
  return { decision }
}

const MAX_BODY_CHARS = 100_000

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ""
  for await (const piece of request.setEncoding("utf8")) {
    text += piece
    if (text.length > MAX_BODY_CHARS) throw new SyntaxError("The body is too long.")
  }
  return JSON.parse(text)
}
