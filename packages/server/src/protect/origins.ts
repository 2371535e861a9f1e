// Which pages may use the server from a browser: its own, and those of the listed origins. The browser names the page in
// `Origin`; programs send none.
import type { MiddlewareHandler } from "hono"
import { HttpError } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"

const METHODS = "GET, POST, PUT, PATCH, DELETE"
const ASKS_WITH = "authorization, content-type, if-none-match, last-event-id, traceparent"
const SHOWS = "etag, retry-after, x-trace-id"
const KEPT_SECONDS = "600"

/** `origins`: other sites' pages that may use the server, as in "https://app.example.com". */
export function knownOrigins(origins: readonly string[]): MiddlewareHandler<Env> {
  const listed = new Set(origins)
  return async (c, next) => {
    const origin = c.req.header("origin")
    if (origin === undefined) {
      if (c.req.header("sec-fetch-site") === "cross-site" && !isSafe(c.req.method, c.req.header("upgrade")))
        throw foreignPage("another site")
      return next()
    }
    if (isOwn(origin, c.req.header("host"))) return next()
    if (!listed.has(origin)) {
      // A page of another site cannot read the answer without leave, and a safe method changes nothing.
      if (isSafe(c.req.method, c.req.header("upgrade"))) return next()
      throw foreignPage(origin)
    }
    if (c.req.method === "OPTIONS" && c.req.header("access-control-request-method") !== undefined)
      return new Response(null, { status: 204, headers: { ...shared(origin), ...PREFLIGHT } })
    await next()
    for (const [name, value] of Object.entries(shared(origin))) c.res.headers.set(name, value)
  }
}

const PREFLIGHT = {
  "access-control-allow-methods": METHODS,
  "access-control-allow-headers": ASKS_WITH,
  "access-control-max-age": KEPT_SECONDS,
}

function shared(origin: string): Readonly<Record<string, string>> {
  return { "access-control-allow-origin": origin, "access-control-expose-headers": SHOWS, vary: "Origin" }
}

/** A WebSocket begins with GET, and its answers can be read by any page: the rules of browsers do not cover it. */
function isSafe(method: string, upgrade: string | undefined): boolean {
  return (method === "GET" || method === "HEAD" || method === "OPTIONS") && upgrade === undefined
}

/** The scheme is not compared: a proxy may speak TLS for the server. */
function isOwn(origin: string, host: string | undefined): boolean {
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}

function foreignPage(origin: string): HttpError {
  const message = `A page of ${origin.slice(0, 100)} may not use this server. Add it to "serve.origins" in its configuration if it should.`
  return new HttpError(403, "origin-unknown", message)
}
