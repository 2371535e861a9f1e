// Words that no command understands: one line that says what to do, and exit code 2.

export type Words = readonly string[]

export function usageError(word: string): number {
  const kind = word.startsWith("-") ? "option" : "command"
  process.stderr.write(`pawl: there is no ${kind} "${word}". Run "pawl --help" to see what there is.\n`)
  return 2
}
