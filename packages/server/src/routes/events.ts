// The events of a session as a stream that can be cut and resumed anywhere.
import type { Event } from "@pawl/agent"
import { z } from "zod"
import { eventStream, type Sent } from "../events/sse.ts"
import { route } from "../http/route.ts"
import { SessionParams } from "../schemas/common.ts"
import { EventSchema } from "../schemas/events.ts"

const HEARTBEAT_MS = 15_000
const STALLED_MS = 60_000

const session = route("events.session", {
  summary: "The events of a session: first those in the log, then new ones as they happen.",
  description:
    "Server-sent events. The id of each is its position: send it as Last-Event-ID, or as `after`, and the stream goes on behind it.",
  params: SessionParams,
  query: z.object({ after: z.string().max(200).optional() }),
  answer: EventSchema,
  media: "text/event-stream",
  async handle({ params, query, principal, header, signal, services: { workspaces, draining } }) {
    const opened = await workspaces.open(principal, params.session)
    const after = header("last-event-id") ?? query.after ?? "0"
    const end = new AbortController()
    for (const each of [signal, draining]) each.addEventListener("abort", () => end.abort(), { once: true })
    const events = sent(opened.events({ after, signal: end.signal }))
    return eventStream({ events, end, heartbeatMs: HEARTBEAT_MS, stalledMs: STALLED_MS })
  },
})

async function* sent(events: AsyncIterable<Event>): AsyncGenerator<readonly Sent[]> {
  for await (const event of events) yield [{ id: event.position, event: event.type, data: JSON.stringify(event) }]
}

export const eventRoutes = [session]
