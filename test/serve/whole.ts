// What must be equal in two readings of a session, wherever they were cut: every durable event once, and all text byte by
// byte. Text comes in pieces of any size; an answer that was taken back is told only to those who have seen some of it.
import type { Event } from "@pawl/client"

export function whole(events: readonly Event[]): readonly string[] {
  const gone = new Set(events.flatMap((event) => (event.type === "answer-discarded" ? [event.attempt] : [])))
  const lines: string[] = []
  let text: { readonly type: string; readonly of: string; text: string } | undefined
  const flush = () => {
    if (text !== undefined) lines.push(JSON.stringify(text))
    text = undefined
  }
  for (const event of events) {
    if ("attempt" in event && gone.has(event.attempt) && TOLD.has(event.type)) continue
    // Not stored: only those get it who look at that moment.
    if (event.type === "retry-wait" || event.type === "tool-output") continue
    if (event.type === "text-delta" || event.type === "thinking-delta") {
      if (text?.type !== event.type || text.of !== event.attempt) {
        flush()
        text = { type: event.type, of: event.attempt, text: "" }
      }
      text.text += event.text
      continue
    }
    flush()
    const { position, ...rest } = event
    // Inside an answer a position has lengths of what was seen of it.
    lines.push(JSON.stringify({ ...rest, position: position.split(":")[0] }))
  }
  flush()
  return lines
}

const TOLD: ReadonlySet<string> = new Set([
  "text-start",
  "text-end",
  "text-delta",
  "thinking-start",
  "thinking-end",
  "thinking-delta",
  "answer-discarded",
])
