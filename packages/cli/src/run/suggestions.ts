// Suggested answers at the end of a turn, which the user selects by number.
import { plain } from "../terminal/plain.ts"

/** One line each, without line breaks. */
export function suggestionLines(suggestions: readonly string[]): readonly string[] {
  return suggestions.map((suggestion, index) => `  ${index + 1}. ${plain(suggestion).replace(/\s+/g, " ").trim()}`)
}

/** The suggestion whose number the line is. */
export function chosenSuggestion(line: string, suggestions: readonly string[]): string | undefined {
  return /^\s*\d+\s*$/.test(line) ? suggestions[Number(line) - 1] : undefined
}
