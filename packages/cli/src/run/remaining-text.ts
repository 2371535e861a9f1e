// Which text of a turn stands, and what the turn's end adds to it: last words that a tool or a rule had, and no answer did.
import type { Event } from "@pawl/agent"

/** For every event what is still to be shown of the turn's text: nothing, until its end. */
export function remainingText(): (event: Event) => string {
  const told = new Map<string, string>()
  return (event) => {
    switch (event.type) {
      case "turn-start":
        told.clear()
        return ""
      case "text-delta":
        told.set(event.attempt, (told.get(event.attempt) ?? "") + event.text)
        return ""
      case "answer-discarded":
        told.delete(event.attempt)
        return ""
      case "turn-end":
        return untold(event.text, [...told.values()])
      default:
        return ""
    }
  }
}

/** What of `text` comes after the answers it begins with. Earlier answers may stand for themselves. */
export function untold(text: string, answers: readonly string[]): string {
  for (let first = 0; first < answers.length; first++) {
    const end = endOf(answers.slice(first), text)
    if (end !== undefined) return text.slice(end).trimStart()
  }
  return text
}

/** Where the last of them ends, if the text begins with all of them; between them may be white space. */
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
