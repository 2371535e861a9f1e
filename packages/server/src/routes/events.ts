// Streams of events: of one session, which can be cut and resumed anywhere, and of the list of all of them.
import { z } from "zod"
import type { Sent } from "../events/frame.ts"
import { eventStream } from "../events/sse.ts"
import { view } from "../events/viewing.ts"
import { problemJson } from "../http/envelope.ts"
import { outgoingOf } from "../http/outgoing.ts"
import { type Asked, route } from "../http/route.ts"
import { SessionParams } from "../schemas/common.ts"
import { EventSchema } from "../schemas/events.ts"
import { SessionRecord } from "../schemas/session.ts"
import { ownerFor } from "./owner-for.ts"

const session = route("events.session", {
  summary: "The events of a session: first those in the log, then new ones as they happen.",
  description:
    "Server-sent events. The id of each is its position: send it as Last-Event-ID, or as `after`, and the stream goes on behind it. " +
    "An event named `error` is the last one.",
  params: SessionParams,
  query: z.object({ after: z.string().max(200).optional() }),
  answer: EventSchema,
  media: "text/event-stream",
  async handle({ params, query, principal, header, signal, trace, context, services }) {
    const end = new AbortController()
    // A position may hold a "+", which a query that is not escaped turns into a space.
    const after = header("last-event-id") ?? query.after?.replace(" ", "+") ?? "0"
    const frames = await view({ session: params.session, after, principal, signal: end.signal }, services)
    return streamed(frames, end, { signal, trace, context, services })
  },
})

const ListEvent = z
  .discriminatedUnion("type", [
    z.object({ type: z.literal("snapshot"), sessions: z.array(SessionRecord), next: z.string().nullable() }),
    z.object({ type: z.literal("session"), session: SessionRecord }),
    z.object({ type: z.literal("removed"), id: z.string() }),
  ])
  .meta({ id: "SessionListEvent" })

const all = route("events.all", {
  summary: "The sessions that you may see, then each that changes: one stream for a list that stays up to date.",
  description:
    "Server-sent events. `snapshot` has the newest sessions that are not archived, and a cursor for the rest; `session` has a " +
    "session that was opened or changed, as a whole; `removed` has an id. There are no positions: a client that comes back gets " +
    "a new snapshot, which is what the ids say.",
  query: z.object({ owner: z.string().max(200).optional().describe('Whose sessions: for admins; "*" for all.') }),
  answer: ListEvent,
  media: "text/event-stream",
  handle({ query, principal, signal, trace, context, services }) {
    const end = new AbortController()
    const frames = services.overview.watch({ principal, ...ownerFor(principal, query.owner) }, end.signal)
    return streamed(frames, end, { signal, trace, context, services })
  },
})

type Streaming = Pick<Asked<undefined, undefined, undefined>, "signal" | "trace" | "context" | "services">

/** Ends when the client goes away, and when the server drains. */
function streamed(frames: AsyncIterator<readonly Sent[]>, end: AbortController, asked: Streaming): Response {
  const { signal, trace, context, services } = asked
  const { draining, timing } = services
  const stop = () => end.abort()
  for (const each of [signal, draining]) each.addEventListener("abort", stop, { signal: end.signal })
  if (signal.aborted || draining.aborted) stop()
  const cut = () => outgoingOf(context)?.destroy()
  return eventStream({ frames, end, timing, cut, onError: (error) => problemJson(error, trace) })
}

export const eventRoutes = [session, all]
