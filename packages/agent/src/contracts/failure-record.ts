// The full details of an error, for observers: never stored in a session's log, never shown to a model or in an
// answer. Without known secrets, and with the trace of its turn.

/** The full error of a tool or a model, for observers only. */
export interface FailureRecord {
  /** Whether a tool or a model failed. */
  readonly kind: "tool-failure" | "model-failure"
  /** The time, in milliseconds since 1970. */
  readonly at: number
  /** Absent when the call was only being prepared. */
  readonly session?: string
  /** Names the turn. */
  readonly trace?: string
  /** The call, for a tool's failure. */
  readonly call?: string
  /** The name of the tool. */
  readonly tool?: string
  /** The attempt, for a model's failure. */
  readonly attempt?: string
  /** The name of the model. */
  readonly model?: string
  /** The code that the model, or the user, gets instead of the error. */
  readonly code: string
  /** The error itself, without known secrets. */
  readonly error: ErrorDetails
}

/** An error as plain data. */
export interface ErrorDetails {
  /** The name of its class. */
  readonly name: string
  /** Its message. */
  readonly message: string
  /** Where it was thrown. */
  readonly stack?: string
  /** Its cause. */
  readonly cause?: ErrorDetails
}

const MAX_DEPTH = 5

/** Converts any thrown value. */
export function detailsOf(error: unknown, clean: (text: string) => string = String, depth = 0): ErrorDetails {
  if (!(error instanceof Error)) return { name: typeof error, message: clean(String(error)) }
  const { name, message, stack, cause } = error
  return {
    name: clean(String(name)),
    message: clean(String(message)),
    ...(typeof stack === "string" && { stack: clean(stack) }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: detailsOf(cause, clean, depth + 1) }),
  }
}
