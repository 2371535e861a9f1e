// Headers that keep a browser from doing more with an answer than showing it.
import type { MiddlewareHandler } from "hono"
import type { Env } from "../http/route.ts"

const ALWAYS: Readonly<Record<string, string>> = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "cache-control": "no-store",
}

/** A route that sets one of them itself knows better. `isSecure`: the server is reached by https only. */
export function safeHeaders(isSecure: boolean): MiddlewareHandler<Env> {
  const headers = isSecure ? { ...ALWAYS, "strict-transport-security": "max-age=31536000" } : ALWAYS
  return async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
}
