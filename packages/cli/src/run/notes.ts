// Formats events as short lines about what happens besides the answer's text: tools, approvals, retries.
import type { Event, JsonObject, Part } from "@pawl/agent"
import { named, short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"
import { escaped, visibleValue } from "../terminal/visible.ts"
import { limitText } from "./limit-text.ts"
import { modelChanges } from "./model-changes.ts"
import { nudgeWords } from "./nudge-words.ts"
import { planNote } from "./plan-note.ts"
import { isWait, longWaitText, type ModelErrorEvent, rateTrouble } from "./wait-line.ts"

export interface NoteHow {
  readonly style: Style
  /** The models that may be asked, the first one first. */
  readonly chain: readonly string[]
}

/** Returns a line without a line break for an event, or undefined when there is nothing to show. */
export function notes({ style, chain }: NoteHow): (event: Event) => string | undefined {
  const modelChange = modelChanges(chain)
  const begun = new Set<string>()
  let isTakenBack = false
  let failure: string | undefined
  return (event) => {
    if (event.type === "model-error") failure = event.error.message
    if (event.type === "rate-wait") failure = rateTrouble(event).error.message
    if (event.type === "retry-wait") {
      const line = longWaitText(failure, event.until - Date.now())
      return line === undefined ? undefined : style.yellow(line)
    }
    // The user's answers and the call that ends the turn are shown elsewhere.
    if (event.type === "tool-call" && event.ends === true) return undefined
    if (event.type === "tool-call") begun.add(event.call)
    if (event.type === "tool-result" && !begun.delete(event.call)) return undefined
    const change = modelChange(event)
    if (change !== undefined) return style.yellow(change)
    // The next nudge says why, so one line covers both.
    if (event.type === "answer-discarded") isTakenBack = event.why === "nudged"
    if (event.type !== "nudge") return noteOf(event, style)
    const words = nudgeWords(event, isTakenBack)
    isTakenBack = false
    return style.dim(words)
  }
}

function noteOf(event: Event, style: Style): string | undefined {
  const { dim, yellow, green, red } = style
  switch (event.type) {
    case "tool-call":
      return `${green("tool")} ${callText(event.name, event.arguments)}`
    case "tool-result":
      return dim(`  -> ${resultText(event.content)}${cutText(event.cut)} (${event.ms} ms)`)
    case "tool-error":
      return `  ${yellow(event.outcome)}: ${resultText(event.content)}`
    case "approval-settled":
      return dim(`  ${event.decision}`)
    case "model-error":
      // Other errors end the turn, and are shown there.
      return isWait(event) ? troubleNote(event, style) : undefined
    case "answer-discarded":
      return event.why === "nudged" ? undefined : dim("the answer was taken back: it was cut off")
    case "plan-made":
    case "step-start":
    case "step-end":
    case "plan-failed":
      return planNote(event, style)
    case "compaction-start":
      return dim("condensing the history")
    case "compaction-done":
      return compactionNote(event, style)
    case "compaction-failed":
      return yellow(`the model gave no summary, so one is made without it: ${short(event.error.message)}`)
    case "usage-limit":
      // The end of the turn says that one is reached.
      return event.level === "near" ? yellow(limitText(event)) : undefined
    case "conversation-rewound":
      return dim(`rewound: the model no longer sees turn ${event.turn ?? "?"} and later ones`)
    case "turn-end":
      if (event.outcome === "failed") return red(`failed: ${named(event.error?.message ?? "for an unknown reason")}`)
      return event.outcome === "cancelled" ? yellow("cancelled") : undefined
    default:
      return undefined
  }
}

export function callText(name: string, given: JsonObject): string {
  const values = Object.entries(given).map(([key, value]) => `${escaped(key)}=${short(visibleValue(value), 60)}`)
  return [escaped(name), ...values].join(" ")
}

export function partsText(parts: readonly Part[]): string {
  return parts
    .map((part) => (part.type === "text" ? part.text : `[${part.name ?? part.mime}, ${part.size} bytes]`))
    .join("\n")
}

function resultText(parts: readonly Part[]): string {
  const text = partsText(parts).trim()
  const lines = text.split("\n").length
  return text === "" ? "done" : `${short(text)}${lines > 1 ? ` [${lines} lines]` : ""}`
}

function cutText(cut: { readonly shown: number; readonly total: number } | undefined): string {
  return cut === undefined ? "" : ` [cut: ${cut.shown} of ${cut.total} characters shown to the model]`
}

type CompactionDone = Extract<Event, { type: "compaction-done" }>

/** Content that was lost is highlighted; the rest is routine. */
function compactionNote({ tokens, strategy, lost }: CompactionDone, { dim, yellow }: Style): string {
  const count = (many: number) => many.toLocaleString("en")
  const weights = tokens === undefined ? "" : `, ${count(tokens.before)} -> ${count(tokens.after)} tokens`
  if (strategy === "nothing to gain") return dim("nothing to condense: the history would not become shorter")
  const done = dim(`the model is shown less of the history (${named(strategy)}${weights})`)
  // Names of files that were read long ago are not worth a warning.
  const notable = lost.filter((each) => !/^\d+ older files$/.test(each))
  if (notable.length === 0) return done
  return `${done}\n${yellow(`there was no room for: ${notable.map((each) => short(each, 80)).join("; ")}`)}`
}

/** Shown when the provider named a time to retry. The rules decide whether and when it is asked again. */
function troubleNote({ error, retryAt = 0 }: ModelErrorEvent, { yellow }: Style): string | undefined {
  return retryAt <= Date.now() ? undefined : yellow(short(`model: ${error.message}`, 200))
}
