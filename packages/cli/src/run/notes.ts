// Events -> short lines about what is going on besides the answer's text: tools, approvals, retries.
import type { Event, JsonObject, Part } from "@pawl/agent"
import { plain, short } from "../plain.ts"
import type { Style } from "../style.ts"

const PASSING = new Set(["rate-limit", "overloaded", "network", "timeout"])

/** A line without its end, or undefined when there is nothing to say. */
export function noteOf(event: Event, style: Style): string | undefined {
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
      if (!PASSING.has(event.error.class)) return undefined
      return yellow(`model: ${short(event.error.message, 200)}${retryText(event.retryAt)}`)
    case "answer-discarded":
      return dim("(the text above is taken back; the answer starts again)")
    case "nudge":
      return dim(`nudged: ${short(event.reason)}`)
    case "turn-end":
      if (event.outcome === "failed") return red(`failed: ${plain(event.error?.message ?? "for an unknown reason")}`)
      return event.outcome === "cancelled" ? yellow("cancelled") : undefined
    default:
      return undefined
  }
}

export function callText(name: string, given: JsonObject): string {
  const values = Object.entries(given).map(([key, value]) => `${plain(key)}=${short(JSON.stringify(value), 60)}`)
  return [plain(name), ...values].join(" ")
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

function retryText(retryAt: number | undefined): string {
  return retryAt === undefined ? "" : ` (again after ${new Date(retryAt).toLocaleTimeString()})`
}
