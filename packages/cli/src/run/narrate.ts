// Prints what happens besides the answer on stderr: tools, waits, and on a terminal the model's thinking.
import type { Event } from "@pawl/agent"
import { err } from "../terminal/screen.ts"
import { notes } from "./notes.ts"
import { thinking as thinkingText } from "./thinking.ts"
import { isWait, type ModelErrorEvent, rateTrouble, waitLineOn } from "./wait-line.ts"

export interface NarrateHow {
  /** Shown only on a terminal. */
  readonly thinking: boolean
  readonly chain: readonly string[]
}

export function narrator({ thinking, chain }: NarrateHow): (event: Event) => void {
  const { style } = err
  const noteOf = notes({ style, chain })
  const waiting = waitLineOn(err)
  const thoughts = thinking && err.isScreen ? thinkingText(style) : undefined
  let failed: Pick<ModelErrorEvent, "error"> | undefined
  return (event) => {
    if (event.type === "model-error") failed = event
    if (event.type === "rate-wait") failed = rateTrouble(event)
    if (event.type === "retry-wait" && waiting !== undefined) return waiting.begin(failed ?? UNKNOWN, event.until)
    waiting?.end()
    if (event.type === "thinking-delta") {
      if (thoughts !== undefined) err.write(thoughts.add(event.text))
      return
    }
    err.write(thoughts?.end() ?? "")
    const note = noteOf(event)
    // Reported with its consequence: a wait, another model, or the end.
    if (isWait(event)) return
    // The command reports the end of the turn itself, as its last line.
    if (event.type === "turn-end") return
    if (note !== undefined) err.line(note)
  }
}

/** Used when this process joins a turn that waits already: it has not seen the error. */
const UNKNOWN = { error: { class: "overloaded", code: "", message: "it could not answer" } } as const
