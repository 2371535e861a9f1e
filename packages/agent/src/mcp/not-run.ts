// Whether what came back proves that the call did nothing. A timeout that a gateway saw, a conflict or a limit may come after
// the work was done: whoever takes those for "not executed" does it twice.
import { messageOf } from "../contracts/error.ts"
import { codesOf } from "./words.ts"

/** Not let in, not found, not a way to ask, too large, no JSON: an endpoint says so before it looks at what was asked. */
const BEFORE_EXECUTION: ReadonlySet<number> = new Set([401, 403, 404, 405, 413, 415])

/** No JSON, no request, no such method, parameters that do not fit. */
const NOT_UNDERSTOOD: ReadonlySet<number> = new Set([-32700, -32600, -32601, -32602])

/** Some servers check what a tool returned, too, and say "invalid params" of that. By then it has run. */
const ABOUT_THE_RESULT = /output (?:validation|schema)|structured ?content/i

export function provesNotRun(error: unknown): boolean {
  const { status, rpc } = codesOf(error)
  if (status !== undefined) return BEFORE_EXECUTION.has(status)
  return rpc !== undefined && NOT_UNDERSTOOD.has(rpc) && !ABOUT_THE_RESULT.test(messageOf(error))
}
