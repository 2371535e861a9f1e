// Takes the queue of the server into a view: what this tab sent, and what others did.
import type { QueuedMessage } from "@pawl/client"
import type { Sent, SessionView } from "./session-view.ts"

/** What was queued and is not any more has begun, or was removed elsewhere. */
export function withQueue(view: SessionView, queue: readonly QueuedMessage[]): SessionView {
  const waiting = new Set(queue.map(({ id }) => id))
  const known = new Set(view.sent.map(({ id }) => id))
  const kept = view.sent.filter(({ id, isQueued = false }) => !isQueued || waiting.has(id))
  const marked = kept.map((each): Sent => (waiting.has(each.id) ? { ...each, isQueued: true } : each))
  const others = queue.filter(({ id }) => !known.has(id))
  const added = others.map(({ id, input }): Sent => ({ id, parts: input, whenBusy: "queue", isQueued: true }))
  return { ...view, sent: [...marked, ...added] }
}
