// Why a model wants to make a call, as it says beside it. The approver reads it next to the question, so it must not be
// able to look like anything but plain words: no links to follow, no markup, not long.
import type { State } from "../../kernel/state/state.ts"

const MAX_CHARS = 300

export function rationaleFor(call: string, { history, turn }: State): { readonly rationale?: string } {
  let at = history.length - 1
  // Only tool results come after the answer that made the call.
  while (history.items[at]?.role === "tool") at--
  const answer = history.items[at]
  const asked = answer?.role === "assistant" ? answer.calls.find(({ id }) => id === call) : undefined
  if (answer?.role !== "assistant" || asked === undefined) return {}
  // For a step of a plan, the plan says what the step is for.
  const { what = "" } = turn?.attempt?.step ?? {}
  const thoughts = answer.reasoning.map(({ text }) => text).join(" ")
  const said = [what, asked.rationale ?? "", answer.text, thoughts].map(plainWords)
  return { rationale: said.find((words) => words !== "") ?? NO_REASON }
}

/** Says explicitly that there is no reason, so that the approver does not wonder whether one got lost. */
const NO_REASON = "None was given."

export function plainWords(text: string): string {
  const words = text
    .replace(/<(script|style)\b[^>]*>.*?<\/\1\s*>/gis, " ")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<\/?[a-z!][^>]*>/gi, " ")
    .replace(/\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.|(?:javascript|data|mailto):)\S+/gi, "[link]")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replace(/[`*_#>|]{2,}|^[#>\s]+/g, "")
    .trim()
  return words.length <= MAX_CHARS ? words : `${words.slice(0, MAX_CHARS - 3).toWellFormed()}...`
}
