// Checks what a stream of events must never do, for any subscriber and any resume position. An empty list means that
// all is in order.
import type { Event } from "../../contracts/event.ts"

type Open = "text" | "thinking"

/** Events that may come while a model answers. */
const ANY_TIME: ReadonlySet<Event["type"]> = new Set(["input-added", "cancelled"])

export function streamObjections(events: readonly Event[]): readonly string[] {
  return [...framing(events), ...turns(events)]
}

/** Deltas are between their start and their end, and nothing ends that has not begun. */
function framing(events: readonly Event[]): readonly string[] {
  const objections: string[] = []
  let open: { readonly what: Open; readonly attempt: string } | undefined
  for (const event of events) {
    const at = `${event.type} at ${event.position}`
    const [, kind = "", part = ""] = /^(text|thinking)-(start|delta|end)$/.exec(event.type) ?? []
    if (kind === "") {
      if (open !== undefined && !ANY_TIME.has(event.type)) objections.push(`${at}: ${open.what} is open`)
      continue
    }
    const attempt = "attempt" in event ? event.attempt : ""
    const isInside = open?.what === kind && open.attempt === attempt
    if (part === "start") {
      if (open !== undefined) objections.push(`${at}: ${open.what} is open`)
      open = { what: kind as Open, attempt } // The pattern allows no other value.
    } else if (!isInside) objections.push(`${at}: it has not begun`)
    if (part === "end") open = undefined
  }
  return open === undefined ? objections : [...objections, `the end: ${open.what} is open`]
}

/** A turn holds one loop. Both end once, the loop first, and an error comes directly before the loop's end. */
function turns(events: readonly Event[]): readonly string[] {
  const objections: string[] = []
  let before: Event | undefined
  let place = "outside"
  for (const event of events) {
    const { type } = event
    // The history may also be condensed when nothing runs.
    if (type.startsWith("compaction-") && place === "outside") continue
    const { from, to } = MOVES[type] ?? { from: "loop", to: "loop" }
    if (place !== from) objections.push(`${type} at ${event.position}: ${place}`)
    if (before?.type === "error" && before.recoverable !== true && type !== "loop-end")
      objections.push(`${type} at ${event.position}: after error`)
    if (type === "turn-end" && (event.outcome === "failed") !== (event.error !== undefined))
      objections.push(`turn-end at ${event.position}: ${event.outcome}, error ${event.error?.code}`)
    place = to
    before = event
  }
  return objections
}

const MOVES: Readonly<Partial<Record<Event["type"], { readonly from: string; readonly to: string }>>> = {
  "turn-start": { from: "outside", to: "turn" },
  "loop-start": { from: "turn", to: "loop" },
  "loop-end": { from: "loop", to: "over" },
  "turn-end": { from: "over", to: "outside" },
}
