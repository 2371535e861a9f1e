// An error as it was, for those who watch: never stored in a log of a session, never shown to a model or in an answer. Without secrets
// that are known, and with the trace of its turn.

/** An error of a tool or a model as it was, for observers alone. */
export interface FailureRecord {
  /** Whether a tool or a model failed. */
  readonly kind: "tool-failure" | "model-failure"
  /** When, in milliseconds since 1970. */
  readonly at: number
  /** Absent where the call was only looked at. */
  readonly session?: string
  /** Names the turn. */
  readonly trace?: string
  /** Of a tool. */
  readonly call?: string
  /** The name of the tool. */
  readonly tool?: string
  /** Of a request to a model. */
  readonly attempt?: string
  /** The name of the model. */
  readonly model?: string
  /** What the model, or whoever asked, is told instead of it. */
  readonly code: string
  /** The error itself, without known secrets. */
  readonly error: ErrorDetails
}

/** An error in plain data. */
export interface ErrorDetails {
  /** The name of its class. */
  readonly name: string
  /** What it says. */
  readonly message: string
  /** Where it was thrown. */
  readonly stack?: string
  /** What led to it. */
  readonly cause?: ErrorDetails
}

const MAX_DEPTH = 5

/** Of whatever was thrown. */
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
