// The one error of the client: what the server said, or why it could not be asked.

export interface ErrorAbout {
  /** For programs; it stays the same when the message is reworded. */
  readonly code: string
  /** Whether trying again may help. */
  readonly retryable: boolean
  /** Names the request in the log of the server; empty when no answer came. */
  readonly trace?: string
  /** The HTTP status; 0 when no answer came. */
  readonly status?: number
  /** How long the server asked to wait before the next try. */
  readonly retryAfterMs?: number
  readonly cause?: unknown
}

/**
 * What a server refused or failed at, or why it could not be reached (`status` 0).
 *
 * @example
 * ```ts
 * import { PawlClientError } from "@pawl/client"
 *
 * try {
 *   await session.decide("call-1", "approve")
 * } catch (error) {
 *   if (error instanceof PawlClientError && error.code === "approval-not-open") console.log("Already settled.")
 *   else throw error
 * }
 * ```
 */
export class PawlClientError extends Error {
  /** For programs; it stays the same when the message is reworded. */
  readonly code: string
  /** Whether trying again may help. */
  readonly retryable: boolean
  /** Names the request in the log of the server; empty when no answer came. */
  readonly trace: string
  /** The HTTP status; 0 when no answer came. */
  readonly status: number
  /** How long the server asked to wait before the next try; 0 when it did not. */
  readonly retryAfterMs: number

  constructor(message: string, { code, retryable, trace = "", status = 0, retryAfterMs = 0, cause }: ErrorAbout) {
    super(message, cause === undefined ? {} : { cause })
    this.name = "PawlClientError"
    this.code = code
    this.retryable = retryable
    this.trace = trace
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * Whether the same request would get the same answer now. A session that is busy and a limit that is reached may be retryable, but it
 * is for the program to decide when: it may have asked to be refused.
 */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof PawlClientError)) return false
  const { status, code, retryable } = error
  if (status === 0) return !retryable
  return status < 500 && status !== 408 && (status !== 429 || code === "limit-reached")
}

/** The server has more to do than it can, and takes the same request later. */
export function isCrowded(error: unknown): error is PawlClientError {
  return error instanceof PawlClientError && error.code === "too-many-waiting"
}

/** The error of an answer. A proxy may have answered in place of the server, in words of its own. */
export async function errorOf(response: Response): Promise<PawlClientError> {
  const { status } = response
  const text = await response.text().catch(() => "")
  const said = envelopeIn(text)
  // In the envelope it is exact, and a browser may read it from any origin.
  const retryAfterMs = bounded(said?.retryAfterMs ?? secondsIn(response.headers) * 1000)
  if (said !== undefined) return new PawlClientError(said.message, { ...said, status, retryAfterMs })
  const retryable = status >= 500 || status === 429 || status === 408
  const trace = response.headers.get("x-trace-id") ?? ""
  const message = `The server answered ${status}${response.statusText === "" ? "" : ` (${response.statusText})`}, and not as Pawl does. Check the URL, and what stands between.`
  return new PawlClientError(message, { code: "answer-unknown", retryable, trace, status, retryAfterMs })
}

/** Longer than this no request of a program waits by itself. */
const MAX_WAIT_MS = 60_000

/** In seconds; a proxy may send a date instead, which is left to the pauses of the client. */
function secondsIn(headers: Headers): number {
  return Number(headers.get("retry-after") ?? 0)
}

function bounded(ms: number): number {
  return Number.isFinite(ms) ? Math.min(MAX_WAIT_MS, Math.max(0, ms)) : 0
}

interface Said {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly retryAfterMs?: number
  readonly trace: string
}

export function envelopeIn(text: string): Said | undefined {
  try {
    const { error } = JSON.parse(text)
    return typeof error?.code === "string" && typeof error.message === "string" ? error : undefined
  } catch {
    return undefined
  }
}
