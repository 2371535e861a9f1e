// The one shape of an error: code, message, whether trying again may help, and the trace under which the server logged it.
import { failureKind, isPawlError } from "@pawl/agent"
import type { Context } from "hono"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import { z } from "zod"
import { HttpError } from "./http-error.ts"

export { HttpError } from "./http-error.ts"

export const ErrorEnvelope = z
  .object({
    error: z.object({
      code: z.string(),
      message: z.string(),
      retryable: z.boolean(),
      retryAfterMs: z.number().optional().describe("How long to wait before the next try, as the header Retry-After."),
      trace: z.string(),
    }),
  })
  .meta({ id: "Error" })

/** The statuses of the library's codes. Any other code is a failure of the server. */
const STATUS: Readonly<Record<string, ContentfulStatusCode>> = {
  "agent-closed": 503,
  "approval-not-allowed": 403,
  "approval-not-open": 409,
  "blob-missing": 404,
  "command-refused": 409,
  "config-invalid": 400,
  "holds-secret": 422,
  "id-used": 409,
  "input-aborted": 400,
  "input-invalid": 400,
  "lease-lost": 503,
  "limit-reached": 429,
  "login-failed": 502,
  "name-ambiguous": 409,
  "output-missing": 422,
  "session-busy": 409,
  "session-missing": 404,
  "setting-locked": 409,
  "store-failed": 503,
  "too-many-waiting": 503,
}

/** Codes whose text names files of the server: the log has it. */
const UNTOLD: Readonly<Record<string, string>> = {
  "store-failed": "The server's store could not do this. Its log says why, under this trace.",
}

export interface Problem {
  readonly status: ContentfulStatusCode
  readonly code: string
  readonly message: string
  readonly retryable: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly retryAfterMs?: number
}

/** An error that is nobody's fault but the server's is named by its trace only: its text may hold paths or secrets. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HttpError) return error
  if (isPawlError(error)) {
    const status = STATUS[error.code]
    // As a status 503 says: later, or by the next process.
    const retryable = status === 503 || failureKind(error.code).retryable
    const { retryAfterMs } = error
    const seconds = Math.ceil((retryAfterMs ?? 1000) / 1000)
    const headers: Record<string, string> = status === 503 || status === 429 ? { "retry-after": `${seconds}` } : {}
    const message = UNTOLD[error.code] ?? error.message
    const later = retryAfterMs === undefined ? {} : { retryAfterMs }
    if (status !== undefined) return { status, code: error.code, message, retryable, headers, ...later }
  }
  const message = "The server failed. Its log says why, under this trace."
  return { status: 500, code: "server-failed", message, retryable: true, headers: {} }
}

/** The same shape where an answer has begun already: as the last event of a stream. */
export function problemJson(error: unknown, trace: string): string {
  return JSON.stringify(said(problemOf(error), trace))
}

export function envelope(c: Context, problem: Problem): Response {
  const { status, headers } = problem
  return c.json(said(problem, c.get("trace") ?? ""), status, { ...headers, "cache-control": "no-store" })
}

function said({ code, message, retryable, retryAfterMs }: Problem, trace: string): z.input<typeof ErrorEnvelope> {
  return { error: { code, message, retryable, ...(retryAfterMs !== undefined && { retryAfterMs }), trace } }
}
