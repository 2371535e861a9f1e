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

  constructor(message: string, { code, retryable, trace = "", status = 0, cause }: ErrorAbout) {
    super(message, cause === undefined ? {} : { cause })
    this.name = "PawlClientError"
    this.code = code
    this.retryable = retryable
    this.trace = trace
    this.status = status
  }
}

/** The statuses that the same request gets again: nothing there, or not for this person. */
export function isFinal(error: unknown): boolean {
  return error instanceof PawlClientError && !error.retryable && error.status < 500 && error.status !== 0
}

/** The error of an answer. A proxy may have answered in place of the server, in words of its own. */
export async function errorOf(response: Response): Promise<PawlClientError> {
  const { status } = response
  const text = await response.text().catch(() => "")
  const said = envelopeIn(text)
  if (said !== undefined) return new PawlClientError(said.message, { ...said, status })
  const retryable = status >= 500 || status === 429 || status === 408
  const trace = response.headers.get("x-trace-id") ?? ""
  const message = `The server answered ${status}${response.statusText === "" ? "" : ` (${response.statusText})`}, and not as Pawl does. Check the URL, and what stands between.`
  return new PawlClientError(message, { code: "answer-unknown", retryable, trace, status })
}

interface Said {
  readonly code: string
  readonly message: string
  readonly retryable: boolean
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
