// Those whose groups allow none of the server's workspaces find nothing here.
import type { MiddlewareHandler } from "hono"
import { HttpError } from "../http/http-error.ts"
import type { Env } from "../http/route.ts"
import type { Workspaces } from "../workspaces.ts"

export function insiders(workspaces: Workspaces): MiddlewareHandler<Env> {
  return async (c, next) => {
    const principal = c.get("principal")
    if (principal !== undefined && workspaces.of(principal).length === 0) throw outside()
    return next()
  }
}

export function outside(): HttpError {
  return new HttpError(403, "not-allowed", "No workspace is open to you. Ask an admin for one.")
}
