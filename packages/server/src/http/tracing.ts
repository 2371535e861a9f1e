// Gives each request a trace id, returns it, and writes one log record when the request ends.
import { randomUUID } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import type { ServerLog } from "../services.ts"
import { withHeaders } from "./outgoing.ts"
import type { Env } from "./route.ts"

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

export function tracing(log: ServerLog): MiddlewareHandler<Env> {
  return async (c, next) => {
    const [, given] = TRACEPARENT.exec(c.req.header("traceparent") ?? "") ?? []
    const trace = given ?? randomUUID().replaceAll("-", "")
    c.set("trace", trace)
    const started = performance.now()
    await withHeaders(c, [["x-trace-id", trace]], next)
    const ms = Math.round(performance.now() - started)
    const { method, path } = c.req
    log.info({ trace, method, path, status: c.res.status, ms, user: c.get("principal")?.user }, "request")
  }
}
