// The names of a request's headers. Over a socket they are read from Node's own request: to list them, the request of the web
// would make an object of each, for every request.
import type { HttpBindings } from "@hono/node-server"
import type { Context } from "hono"
import type { Env } from "./route.ts"

/** In lower case. */
export function hasHeader(c: Context<Env>, isWanted: (name: string) => boolean): boolean {
  const incoming = (c.env as Partial<HttpBindings> | undefined)?.incoming
  if (incoming === undefined) return [...c.req.raw.headers.keys()].some(isWanted)
  return incoming.rawHeaders.some((each, at) => at % 2 === 0 && isWanted(each.toLowerCase()))
}
