// Events -> short lines about what is going on besides the answer's text: tools, approvals, retries.
import type { Event, JsonObject, Part } from "@pawl/agent"
import { named, short } from "../terminal/plain.ts"
import type { Style } from "../terminal/style.ts"
import { escaped, visibleValue } from "../terminal/visible.ts"
import { modelChanges } from "./model-changes.ts"
import { nudgeWords } from "./nudge-words.ts"
import { planNote } from "./plan-note.ts"
import { isWait, longWaitText, type ModelErrorEvent } from "./wait-line.ts"

export interface NoteHow {
  readonly style: Style
  /** The models that may be asked, the first one first. */
  readonly chain: readonly string[]
}

/** For every event a line without its end, or undefined when there is nothing to say. */
export function notes({ style, chain }: NoteHow): (event: Event) => string | undefined {
  const modelChange = modelChanges(chain)
  const begun = new Set<string>()
  let isTakenBack = false
  let failure: string | undefined
  return (event) => {
    if (event.type === "model-error") failure = event.error.message
    if (event.type === "retry-wait") {
      const line = longWaitText(failure, event.until - Date.now())
      return line === undefined ? undefined : style.yellow(line)
    }
    // What a person answered, or what ends the turn, is shown where it belongs.
    if (event.type === "tool-call" && event.ends === true) return undefined
    if (event.type === "tool-call") begun.add(event.call)
    if (event.type === "tool-result" && !begun.delete(event.call)) return undefined
    const change = modelChange(event)
    if (change !== undefined) return style.yellow(change)
    // The nudge that comes next says why, in one line for both.
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
      // What will not pass ends the turn, and is told there.
      return isWait(event) ? troubleNote(event, style) : undefined
    case "answer-discarded":
      return event.why === "nudged" ? undefined : dim("the answer was taken back: it broke off")
    case "plan-made":
    case "step-start":
    case "step-end":
    case "plan-failed":
      return planNote(event, style)
    case "compaction-start":
      return dim("condensing what was said")
    case "compaction-done":
      return compactionNote(event, style)
    case "compaction-failed":
      return yellow(`no summary came of it, so one is made without a model: ${short(event.error.message)}`)
    case "conversation-rewound":
      return dim(`what was said since turn ${event.turn ?? "?"} began counts no more`)
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

/** What is lost is said in full view; all else is a matter of course. */
function compactionNote({ tokens, strategy, lost }: CompactionDone, { dim, yellow }: Style): string {
  const count = (many: number) => many.toLocaleString("en")
  const weights = tokens === undefined ? "" : `, ${count(tokens.before)} -> ${count(tokens.after)} tokens`
  if (strategy === "nothing to gain") return dim("there is nothing to gain: the conversation would not become shorter")
  const done = dim(`the model is shown less of what was said (${named(strategy)}${weights})`)
  // Names of files that were read long ago are no loss to speak of.
  const told = lost.filter((each) => !/^\d+ older files$/.test(each))
  if (told.length === 0) return done
  return `${done}\n${yellow(`there was no room for: ${told.map((each) => short(each, 80)).join("; ")}`)}`
}

/** Of a provider that named a time to come back. Whether and when it is asked again is not its decision. */
function troubleNote({ error, retryAt = 0 }: ModelErrorEvent, { yellow }: Style): string | undefined {
  return retryAt <= Date.now() ? undefined : yellow(short(`model: ${error.message}`, 200))
}
