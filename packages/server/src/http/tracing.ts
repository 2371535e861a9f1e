// Gives each request a trace id and its row in the table of access, returns the id, and writes one log record when the request ends.
import { randomUUID } from "node:crypto"
import type { MiddlewareHandler } from "hono"
import { rowOf } from "../access/guard.ts"
import type { Services } from "../services.ts"
import { withHeaders } from "./outgoing.ts"
import type { Env } from "./route.ts"

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

export function tracing({
  log,
  metrics,
  draining,
}: Pick<Services, "log" | "metrics" | "draining">): MiddlewareHandler<Env> {
  return async (c, next) => {
    const [, given] = TRACEPARENT.exec(c.req.header("traceparent") ?? "") ?? []
    const trace = given ?? randomUUID().replaceAll("-", "")
    const { method, path } = c.req
    const row = rowOf(method, path)
    c.set("trace", trace)
    c.set("row", row)
    const started = performance.now()
    await withHeaders(c, [["x-trace-id", trace]], next)
    // The client's next request goes to the next process.
    if (draining.aborted) c.res.headers.set("connection", "close")
    const took = performance.now() - started
    const { status } = c.res
    const route = row?.name ?? "other"
    metrics.request(route, { method, status, seconds: took / 1000 })
    log.info({ trace, method, path, route, status, ms: Math.round(took), user: c.get("principal")?.user }, "request")
  }
}
