// The text that the end of a turn adds to what was shown. The reason of a failure is shown once, as the error: closing text
// of the runtime that says only the same is omitted.
import type { Event } from "@pawl/agent"
import { remainingText } from "./remaining-text.ts"

type TurnEnd = Extract<Event, { type: "turn-end" }>

export function lastWords(): (event: Event) => string {
  const untoldAt = remainingText()
  let modelError: string | undefined
  return (event) => {
    const untold = untoldAt(event)
    if (event.type === "turn-start") modelError = undefined
    if (event.type === "model-error") modelError = event.error.code
    return event.type === "turn-end" && saysOnlyWhy(untold, event, modelError) ? "" : untold
  }
}

function saysOnlyWhy(words: string, { outcome, error }: TurnEnd, modelError: string | undefined): boolean {
  if (outcome !== "failed" || error === undefined) return false
  // No model could be asked, so the error says everything.
  if (modelError === error.code) return true
  const [first = ""] = error.message.split(/[.!?](?:\s|$)/)
  return words.toLowerCase().includes(first.toLowerCase())
}
