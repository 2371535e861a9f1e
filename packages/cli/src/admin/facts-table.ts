// The log as a table: number, time, fact, and the detail a reader wants. Every call shows its arguments, who allowed it and how it ended.
import type { Fact } from "@pawl/agent"
import { short } from "../plain.ts"
import { callText, partsText } from "../run/notes.ts"
import { dim, yellow } from "../style.ts"

export function factsTable(facts: readonly Fact[]): string {
  return facts
    .map(
      (fact) =>
        `${dim(String(fact.seq).padStart(5))}  ${dim(timeOf(fact.at))}  ${fact.type.padEnd(18)} ${detailOf(fact)}\n`,
    )
    .join("")
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 23)
}

function detailOf(fact: Fact): string {
  switch (fact.type) {
    case "session-opened":
      return `profile ${fact.profile}`
    case "turn-started":
      return `turn ${fact.turn}, trace ${fact.trace}: ${short(partsText(fact.input), 60)}`
    case "input-added":
      return short(partsText(fact.input), 60)
    case "model-asked":
      return dim(`${fact.model}, attempt ${fact.attempt}`)
    case "model-answered":
      return [short(fact.text, 60), ...fact.calls.map((call) => `-> ${call.name}`), dim(`(${fact.ms} ms)`)]
        .filter(Boolean)
        .join(" ")
    case "model-failed":
      return yellow(`${fact.error.class}: ${short(fact.error.message)}`)
    case "nudged":
      return `${fact.reason}: ${short(fact.evidence)}${fact.attempt === undefined ? "" : dim(` (${fact.attempt} taken back)`)}`
    case "approval-requested":
      return short(fact.preview)
    case "approval-settled":
      return `${fact.decision}${fact.by === undefined ? "" : ` by ${fact.by}`}${fact.reason === undefined ? "" : `: ${short(fact.reason)}`}`
    case "question-asked":
      return short(fact.question)
    case "question-answered":
      return short(fact.answer)
    case "tool-started":
      return `${callText(fact.name, fact.arguments)} ${dim(`(${fact.effect})`)}`
    case "tool-finished":
      return `${fact.name}: ${fact.outcome === "ok" ? "ok" : yellow(fact.outcome)} ${dim(`(${fact.ms} ms)`)}`
    case "turn-finished":
      return fact.error === undefined ? fact.outcome : yellow(`${fact.outcome}: ${short(fact.error.message)}`)
    default:
      return ""
  }
}
