// Keeps what people do on audited routes, with what came of it.
import type { MiddlewareHandler } from "hono"
import { problemOf } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"
import type { ServerLog } from "../services.ts"
import type { Audit, AuditEntry } from "./audit.ts"
import { rowOf } from "./guard.ts"

export function auditing(audit: Audit, log: ServerLog): MiddlewareHandler<Env> {
  return async (c, next) => {
    await next()
    const row = rowOf(c.req.method, c.req.path)
    const principal = c.get("principal")
    // Strangers do nothing that could be kept, and could fill the store.
    if (row?.access.audited !== true || principal === undefined) return
    const { status } = c.res
    const code = c.error === undefined ? {} : { code: problemOf(c.error).code }
    const detail = { path: c.req.path, ...c.get("remarks") }
    const about = {
      who: principal.user,
      what: row.name,
      detail,
      outcome: outcomeOf(status),
      ...code,
      trace: c.get("trace"),
    }
    await audit.add(about).catch((error: unknown) => {
      log.error({ trace: about.trace, error }, "the audit could not be written")
    })
  }
}

function outcomeOf(status: number): AuditEntry["outcome"] {
  if (status < 400) return "done"
  return status < 500 ? "refused" : "failed"
}
