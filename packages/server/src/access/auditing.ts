// Keeps what people do on audited routes and in the sessions of others, with what came of it.
import type { Store } from "@pawl/agent"
import type { Context, MiddlewareHandler } from "hono"
import { problemOf } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"
import { type Rate, Rates } from "../protect/rates.ts"
import type { ServerLog } from "../services.ts"
import type { Audit, AuditEntry } from "./audit.ts"
import { hasRole, isOwn } from "./principal.ts"

/** A person who is refused again and again would fill the store. */
const REFUSALS: Rate = { burst: 5, perSecond: 5 / 60 }

export function auditing(audit: Audit, log: ServerLog): MiddlewareHandler<Env> {
  const refusals = new Rates(REFUSALS)
  return async (c, next) => {
    await next()
    const row = c.get("row")
    const who = whoIn(c)
    // Strangers do nothing that could be kept, and could fill the store.
    if (row === undefined || who === undefined) return
    if (row.access.audited !== true && c.get("others") === undefined) return
    const { status } = c.res
    if ((status === 401 || status === 403) && !mayKeep(refusals, who)) return
    const code = c.error === undefined ? {} : { code: problemOf(c.error).code }
    const detail = { path: c.req.path, ...c.get("others"), ...c.get("remarks") }
    const about = { who, what: row.name, detail, outcome: outcomeOf(status), ...code, trace: c.get("trace") }
    await audit.add(about).catch((error: unknown) => {
      log.error({ trace: about.trace, error }, "the audit could not be written")
    })
  }
}

/** Runs once it is known who asks, and before the session may be gone: marks calls on sessions that are not the caller's own. */
export function markingOthers(store: Pick<Store, "sessions">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const principal = c.get("principal")
    const access = principal === undefined ? undefined : c.get("row")?.access
    if (access?.of === "session" && hasRole(principal, "admin")) {
      const session = decodeURIComponent(c.req.path.split("/")[3] ?? "")
      const row = await store.sessions.get(session)
      if (row !== undefined && !isOwn(principal, row)) c.set("others", { session, owner: row.owner })
    }
    return next()
  }
}

/** Those who log in are known by what the handler says of them. */
function whoIn(c: Context<Env>): string | undefined {
  const principal = c.get("principal")
  if (principal !== undefined) return principal.user
  const { user } = c.get("remarks") ?? {}
  return typeof user === "string" ? user : undefined
}

function mayKeep(refusals: Rates, who: string): boolean {
  try {
    refusals.take(who)
    return true
  } catch {
    return false
  }
}

function outcomeOf(status: number): AuditEntry["outcome"] {
  if (status < 400) return "done"
  return status < 500 ? "refused" : "failed"
}
