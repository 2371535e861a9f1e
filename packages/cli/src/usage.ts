// Words that no command understands: one line that says what to do, and exit code 2.
import { nearest } from "./line/nearest.ts"

export type Words = readonly string[]

/** `known` are the words that would have been understood here. */
export function usageError(word: string, known: Words = []): number {
  const kind = word.startsWith("-") ? "option" : "command"
  const meant = nearest(word, known)
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  process.stderr.write(`pawl: there is no ${kind} "${word}".${hint} Run "pawl --help" to see what there is.\n`)
  return 2
}
