// An error as it was, for those who watch: never stored in a log of a session, never shown to a model or in an answer. Without secrets
// that are known, and with the trace of its turn.

export interface FailureRecord {
  readonly kind: "tool-failure" | "model-failure"
  readonly at: number
  /** Absent where the call was only looked at. */
  readonly session?: string
  readonly trace?: string
  /** Of a tool. */
  readonly call?: string
  readonly tool?: string
  /** Of a request to a model. */
  readonly attempt?: string
  readonly model?: string
  /** What the model, or whoever asked, is told instead of it. */
  readonly code: string
  readonly error: ErrorDetails
}

export interface ErrorDetails {
  readonly name: string
  readonly message: string
  readonly stack?: string
  readonly cause?: ErrorDetails
}

const DEEPEST = 5

/** Of whatever was thrown. */
export function detailsOf(error: unknown, clean: (text: string) => string = String, depth = 0): ErrorDetails {
  if (!(error instanceof Error)) return { name: typeof error, message: clean(String(error)) }
  const { name, message, stack, cause } = error
  return {
    name: clean(String(name)),
    message: clean(String(message)),
    ...(typeof stack === "string" && { stack: clean(stack) }),
    ...(cause !== undefined && depth < DEEPEST && { cause: detailsOf(cause, clean, depth + 1) }),
  }
}
