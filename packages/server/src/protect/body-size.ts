// How large a request may be, and that its body is parsed once. What is longer is refused before it is read, or as soon as too much has come.
import type { MiddlewareHandler } from "hono"
import { bodyLimit } from "hono/body-limit"
import { HttpError } from "../http/envelope.ts"
import { parseOnce } from "../http/parsed-once.ts"
import type { Env } from "../http/route.ts"

const MAX_BYTES = 1024 * 1024

export function limitedBodies(): MiddlewareHandler<Env> {
  const limits = new Map<number, MiddlewareHandler>()
  return async (c, next) => {
    // No route reads a body here, and looking for one makes a whole request of it.
    if (c.req.method === "GET" || c.req.method === "HEAD") return next()
    parseOnce(c)
    const most = c.get("row")?.access.maxBytes ?? MAX_BYTES
    if (most === Number.POSITIVE_INFINITY) return next()
    const limit = limits.get(most) ?? bodyLimit({ maxSize: most, onError: () => refuse(most) })
    limits.set(most, limit)
    return limit(c, next)
  }
}

function refuse(most: number): never {
  const size = most >= MAX_BYTES ? `${Math.floor(most / MAX_BYTES)} MB` : `${most} bytes`
  const message = `The request is larger than ${size}, which is the limit here. Send less at once.`
  // What is left of the request may still be on its way: no other request may follow it.
  throw new HttpError(413, "too-large", message, { headers: { connection: "close" } })
}
