// Gives each request a trace id, returns it, and writes one log record when the request ends.
import { randomBytes } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import type { ServerLog } from "../services.ts"
import type { Env } from "./route.ts"

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

export function tracing(log: ServerLog): MiddlewareHandler<Env> {
  return async (c, next) => {
    const [, given] = TRACEPARENT.exec(c.req.header("traceparent") ?? "") ?? []
    const trace = given ?? randomBytes(16).toString("hex")
    c.set("trace", trace)
    const started = performance.now()
    await next()
    c.res.headers.set("x-trace-id", trace)
    const ms = Math.round(performance.now() - started)
    const { method, path } = c.req
    log.info({ trace, method, path, status: c.res.status, ms, user: c.get("principal")?.user }, "request")
  }
}
