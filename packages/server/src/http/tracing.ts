// Gives each request a trace id, returns it, and writes one log record when the request ends.
import { randomBytes } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import { nameOf } from "../access/guard.ts"
import type { Services } from "../services.ts"
import type { Env } from "./route.ts"

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

export function tracing({
  log,
  metrics,
  draining,
}: Pick<Services, "log" | "metrics" | "draining">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const [, given] = TRACEPARENT.exec(c.req.header("traceparent") ?? "") ?? []
    const trace = given ?? randomBytes(16).toString("hex")
    c.set("trace", trace)
    const started = performance.now()
    await next()
    c.res.headers.set("x-trace-id", trace)
    // The client's next request goes to the next process.
    if (draining.aborted) c.res.headers.set("connection", "close")
    const took = performance.now() - started
    const { method, path } = c.req
    const { status } = c.res
    const route = nameOf(method, path) ?? "other"
    metrics.request(route, { method, status, seconds: took / 1000 })
    log.info({ trace, method, path, route, status, ms: Math.round(took), user: c.get("principal")?.user }, "request")
  }
}
