// The events of a session as a stream that can be cut and resumed anywhere.
import type { HttpBindings } from "@hono/node-server"
import { z } from "zod"
import { eventStream } from "../events/sse.ts"
import { view } from "../events/viewing.ts"
import { problemJson } from "../http/envelope.ts"
import { route } from "../http/route.ts"
import { SessionParams } from "../schemas/common.ts"

const session = route("events.session", {
  summary: "The events of a session: first those in the log, then new ones as they happen.",
  description:
    "Server-sent events. The id of each is its position: send it as Last-Event-ID, or as `after`, and the stream goes on behind it. " +
    "An event named `error` is the last one.",
  params: SessionParams,
  query: z.object({ after: z.string().max(200).optional() }),
  answer: z.string(),
  media: "text/event-stream",
  async handle({ params, query, principal, header, signal, trace, context, services }) {
    const { draining, timing } = services
    const end = new AbortController()
    const after = header("last-event-id") ?? query.after ?? "0"
    const frames = await view({ session: params.session, after, principal, signal: end.signal }, services)
    const stop = () => end.abort()
    for (const each of [signal, draining]) each.addEventListener("abort", stop, { signal: end.signal })
    if (signal.aborted || draining.aborted) stop()
    const cut = () => (context.env as Partial<HttpBindings> | undefined)?.outgoing?.destroy()
    return eventStream({ frames, end, timing, cut, onError: (error) => problemJson(error, trace) })
  },
})

export const eventRoutes = [session]
