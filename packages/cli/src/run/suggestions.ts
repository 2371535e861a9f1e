// Answers that a turn suggests at its end, to choose from by number.
import { plain } from "../terminal/plain.ts"

/** A line each, without their ends. */
export function suggestionLines(suggestions: readonly string[]): readonly string[] {
  return suggestions.map((suggestion, index) => `  ${index + 1}. ${plain(suggestion).replace(/\s+/g, " ").trim()}`)
}

/** What is meant by a line that is the number of one. */
export function chosenSuggestion(line: string, suggestions: readonly string[]): string | undefined {
  return /^\s*\d+\s*$/.test(line) ? suggestions[Number(line) - 1] : undefined
}
