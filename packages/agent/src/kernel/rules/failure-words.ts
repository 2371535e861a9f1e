// The text for the user when no model could answer: that the error may pass, or what has to change first.
import type { ErrorClass, ModelError } from "../../contracts/answer.ts"

export type FailureWords = (error: ModelError) => string

/** Errors that may pass by themselves. */
export const PASSING: readonly ErrorClass[] = ["rate-limit", "overloaded", "server-error", "network", "timeout"]

const UNREACHABLE = "The model cannot be reached right now. Try again in a moment."

/**
 * `unreachable`: a profile's own text for errors that may pass. For all others, the error's message says what to do.
 */
export function failureWords(unreachable = UNREACHABLE): FailureWords {
  return ({ class: kind, code, message }) => {
    if (PASSING.includes(kind)) return unreachable
    // The request was never sent: the program has to change what it asks for, and the message says how.
    return kind === "internal" && code === "config-invalid" ? message : `${beginning(kind)}: ${message}`
  }
}

function beginning(kind: ErrorClass): string {
  switch (kind) {
    case "auth":
    case "config":
      return "The model is not set up rightly"
    case "context-overflow":
    case "invalid-request":
      return "The model cannot take this request"
    case "output":
      return "The model's answer cannot be read"
    default:
      return "The model could not be asked"
  }
}
