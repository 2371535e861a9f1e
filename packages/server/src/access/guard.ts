// Runs before every route: finds out who asks, and whether that person may.
import type { Context, MiddlewareHandler } from "hono"
import { HttpError } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"
import { hasRole, type Principal } from "./principal.ts"
import { ACCESS, type Access, type RouteName } from "./table.ts"

/** Who sends the request; undefined if nobody that the server knows. */
export type Authenticate = (c: Context<Env>) => Promise<Principal | undefined> | Principal | undefined

export type IsPublic = (method: string, path: string) => boolean

/** Open to all: the description of the routes. */
const PUBLIC = new Set(["/openapi.json", "/docs"])

/** `isPublic`: more that is open to all, as the files of the web app. */
export function guard(authenticate: Authenticate, isPublic: IsPublic = () => false): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { method, path } = c.req
    const access = c.get("row")?.access
    if (access?.may === "anyone" || PUBLIC.has(path) || isPublic(method, path)) return next()
    const principal = await authenticate(c)
    if (principal === undefined) throw unauthenticated(c.req.header("authorization"))
    c.set("principal", principal)
    if (access !== undefined && !hasRole(principal, access.may as Principal["role"])) throw notAllowed(access)
    return next()
  }
}

export interface AccessRow {
  readonly name: RouteName
  readonly access: Access
  readonly pattern: RegExp
}

const ROWS: readonly AccessRow[] = (Object.entries(ACCESS) as [RouteName, Access][]).map(([name, access]) => ({
  name,
  access,
  pattern: new RegExp(`^${access.path.replace(/\{\w+\}/g, "[^/]+")}$`),
}))

/** Most requests are for these, and looking one up costs nothing. */
const FIXED = new Map(
  ROWS.filter(({ access }) => !access.path.includes("{")).map((row) => [
    `${row.access.method} ${row.access.path}`,
    row,
  ]),
)

/** The row of a request. Fixed paths stand before those with parameters that would match them too. */
export function rowOf(method: string, path: string): AccessRow | undefined {
  const wanted = method === "HEAD" ? "get" : method.toLowerCase()
  return (
    FIXED.get(`${wanted} ${path}`) ?? ROWS.find(({ pattern, access }) => access.method === wanted && pattern.test(path))
  )
}

/** The methods that a path has, for requests with another one. */
export function methodsOf(path: string): readonly string[] {
  const methods = ROWS.filter(({ pattern }) => pattern.test(path)).map(({ access }) => access.method.toUpperCase())
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
}

export function unauthenticated(given: string | undefined): HttpError {
  const message =
    given === undefined
      ? 'This needs a token. Send "Authorization: Bearer TOKEN"; an admin makes one with "pawl users add NAME".'
      : "This token is not valid, or no longer. Check that it is whole, or ask an admin for a new one."
  return new HttpError(401, "not-authenticated", message, { headers: { "www-authenticate": 'Bearer realm="pawl"' } })
}

function notAllowed({ may }: Access): HttpError {
  return new HttpError(403, "not-allowed", `Your role does not allow this: it needs the role "${may}". Ask an admin.`)
}
