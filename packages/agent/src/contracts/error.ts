// The only exception type. Expected failures are values and facts; exceptions are for misuse and failed I/O.

/** The codes of a `PawlError`. They stay the same when messages are reworded. */
export type ErrorCode =
  | "agent-closed"
  | "approval-not-allowed"
  | "approval-not-open"
  | "blob-missing"
  | "command-changed"
  | "command-refused"
  | "config-invalid"
  | "fact-unreadable"
  | "holds-secret"
  | "host-refused"
  | "host-unreachable"
  | "id-used"
  | "input-aborted"
  | "input-invalid"
  | "input-withdrawn"
  | "lease-lost"
  | "limit-reached"
  | "login-failed"
  | "name-ambiguous"
  | "output-missing"
  | "performer-stalled"
  | "price-unknown"
  | "rate-limiter-failed"
  | "script-mismatch"
  | "session-busy"
  | "session-missing"
  | "setting-locked"
  | "store-corrupt"
  | "store-failed"
  | "store-gone"
  | "store-newer"
  | "tool-duplicate"
  | "too-many-waiting"

/**
 * The only exception that Pawl throws. Expected failures are values and facts.
 *
 * @example
 * ```ts
 * import { PawlError } from "@pawl/agent"
 *
 * try {
 *   await session.cancel()
 * } catch (error) {
 *   if (error instanceof PawlError) console.error(error.code, error.message)
 * }
 * ```
 */
export class PawlError extends Error {
  /** What the error is about, for programs. */
  readonly code: ErrorCode
  /** Of a refusal that will pass: how long to wait before the next try, in milliseconds. */
  readonly retryAfterMs?: number

  /** The message says what happened, what was expected and what to do next. */
  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterMs?: number } = {},
  ) {
    super(message, options)
    this.name = "PawlError"
    this.code = code
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs
  }
}

/**
 * Whether this is a `PawlError`, with this code if one is given.
 *
 * @example
 * ```ts
 * import { isPawlError } from "@pawl/agent"
 *
 * await session.decide("call-1", "approve").catch((error: unknown) => {
 *   if (!isPawlError(error, "approval-not-open")) throw error
 * })
 * ```
 */
export function isPawlError(error: unknown, code?: ErrorCode): error is PawlError {
  return error instanceof PawlError && (code === undefined || error.code === code)
}

/** The message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

export function assertNever(value: never): never {
  throw new TypeError(`Unexpected value ${JSON.stringify(value)}: a case is missing in a switch.`)
}

/** For those who wait for the turn of a message that was taken back. */
export function inputWithdrawn(session: string, id: string): PawlError {
  return new PawlError(
    "input-withdrawn",
    `The message "${id}" of session ${session} was taken back before its turn began. Send it again under another id to have it carried out.`,
  )
}
