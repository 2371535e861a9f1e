// Whether an error proves that the call had no effect. A gateway's timeout, a conflict or a rate limit may come after the
// work was done: treating those as "not executed" would run the call twice.
import { messageOf } from "../contracts/error.ts"
import { codesOf } from "./explain-errors.ts"

/** Not authorised, not found, wrong method, too large, not JSON: an endpoint reports these before it runs the request. */
const BEFORE_EXECUTION: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415])

/** Invalid JSON, invalid request, no such method, parameters that do not fit. */
const NOT_UNDERSTOOD: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602])

/** Some servers also validate the result of a tool and report that as "invalid params". By then the tool has run. */
const ABOUT_THE_RESULT = /output (?:validation|schema)|structured ?content/i

export function provesNotRun(error: unknown): boolean {
  const { status, rpc } = codesOf(error)
  if (status !== undefined) return BEFORE_EXECUTION.has(status)
  return rpc !== undefined && NOT_UNDERSTOOD.has(rpc) && !ABOUT_THE_RESULT.test(messageOf(error))
}
