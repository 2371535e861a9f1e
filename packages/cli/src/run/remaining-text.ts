// Tracks the answers of a turn that were shown, and returns the part of the turn's final text that was not: last words
// that come from a tool or a rule.
import type { Event } from "@pawl/agent"

/** Returns the text that is still to be shown; empty for every event but the turn's end. */
export function remainingText(): (event: Event) => string {
  const shown = new Map<string, string>()
  return (event) => {
    switch (event.type) {
      case "turn-start":
        shown.clear()
        return ""
      case "text-delta":
        shown.set(event.attempt, (shown.get(event.attempt) ?? "") + event.text)
        return ""
      case "answer-discarded":
        shown.delete(event.attempt)
        return ""
      case "turn-end":
        return notYetShown(event.text, [...shown.values()])
      default:
        return ""
    }
  }
}

/** The part of `text` after the answers that it begins with. Earlier answers need not be part of it. */
export function notYetShown(text: string, answers: readonly string[]): string {
  for (let first = 0; first < answers.length; first++) {
    const end = endOf(answers.slice(first), text)
    if (end !== undefined) return text.slice(end).trimStart()
  }
  return text
}

/** Where the last answer ends, if the text begins with all of them. White space between them is ignored. */
function endOf(answers: readonly string[], text: string): number | undefined {
  let end = 0
  for (const answer of answers) {
    const words = answer.trim()
    end += text.length - end - text.slice(end).trimStart().length
    if (!text.startsWith(words, end)) return undefined
    end += words.length
  }
  return end
}
