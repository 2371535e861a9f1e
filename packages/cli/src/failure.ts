// The error of a command that cannot go on: one line for the user, and an exit code.
import { EXIT, exitOfError, isLibraryError } from "./exit-codes.ts"
import { err } from "./terminal/screen.ts"

/** The message says what happened, what was expected and what to do next. */
export class Failure extends Error {
  readonly exit: number

  constructor(exit: number, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = "Failure"
    this.exit = exit
  }
}

export function wrongUsage(message: string): Failure {
  return new Failure(EXIT.usage, message)
}

export function badInput(message: string): Failure {
  return new Failure(EXIT.input, message)
}

export function badConfig(message: string, cause?: unknown): Failure {
  return new Failure(EXIT.config, message, { cause })
}

/** Prints one line on stderr, never a stack trace. Returns the exit code. */
export function report(error: unknown): number {
  err.line(`pawl: ${oneLine(error)}`)
  return exitOfError(error)
}

/** Prints a warning on stderr; the command goes on. */
export function warn(line: string): void {
  err.line(`pawl: ${line}`)
}

export function oneLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = message.replace(/\s*\n\s*/g, " ").trim()
  if (!(error instanceof Error) || error instanceof Failure || isLibraryError(error)) return line
  // An unforeseen error: Node wrote the message, so add what to do.
  return `${/[.!?]$/.test(line) ? line : `${line}.`} Run it again with --debug to have the details in the log file, and report it if it repeats.`
}
