// The one exception type. Expected failures are values and facts; this is for broken promises and lost I/O.

export type ErrorCode =
  | "agent-closed"
  | "approval-not-open"
  | "blob-missing"
  | "command-refused"
  | "config-invalid"
  | "fact-unreadable"
  | "holds-secret"
  | "input-invalid"
  | "lease-lost"
  | "limit-reached"
  | "login-failed"
  | "name-ambiguous"
  | "performer-stalled"
  | "script-mismatch"
  | "session-busy"
  | "session-missing"
  | "setting-locked"
  | "store-corrupt"
  | "store-failed"
  | "store-gone"
  | "store-newer"
  | "tool-duplicate"

export class PawlError extends Error {
  readonly code: ErrorCode

  /** The message says what happened, what was expected and what to do next. */
  constructor(code: ErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.name = "PawlError"
    this.code = code
  }
}

export function isPawlError(error: unknown, code?: ErrorCode): error is PawlError {
  return error instanceof PawlError && (code === undefined || error.code === code)
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function assertNever(value: never): never {
  throw new TypeError(`Unexpected value ${JSON.stringify(value)}: a case is missing in a switch.`)
}
