// The error for an unknown command or option: one line that says what to do, and exit code 2.
import { nearest } from "./line/nearest.ts"
import { named } from "./terminal/plain.ts"
import { err } from "./terminal/screen.ts"

export type Words = readonly string[]

/** `known`: the words that are valid here. */
export function usageError(word: string, known: Words = []): number {
  const kind = word.startsWith("-") ? "option" : "command"
  const meant = nearest(word, known)
  const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`
  err.line(`pawl: there is no ${kind} "${named(word)}".${hint} Run "pawl --help" to see the commands and options.`)
  return 2
}
