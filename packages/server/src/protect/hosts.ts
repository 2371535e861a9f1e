// Which names the server answers to. A page of another site can make a browser resolve a name of its own to this machine
// (DNS rebinding), so requests for unknown names are refused. Addresses cannot be rebound.
import { isIP } from "node:net"
import type { MiddlewareHandler } from "hono"
import { HttpError } from "../http/envelope.ts"
import type { Env } from "../http/route.ts"

/** `names`: those that the configuration lists, without ports. */
export function knownHosts(names: readonly string[]): MiddlewareHandler<Env> {
  const known = new Set(["localhost", ...names.map((name) => name.toLowerCase())])
  return async (c, next) => {
    const host = c.req.header("host")
    if (host === undefined || !isKnown(host, known)) throw unknownHost(host)
    return next()
  }
}

function isKnown(host: string, known: ReadonlySet<string>): boolean {
  const name = nameIn(host)
  return name !== undefined && (isIP(name) !== 0 || known.has(name) || name.endsWith(".localhost"))
}

/** The name or address without its port. Undefined if it is no host. */
export function nameIn(host: string): string | undefined {
  const [, six, name] = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host) ?? []
  return six ?? name?.toLowerCase()
}

function unknownHost(host: string | undefined): HttpError {
  const named = host === undefined ? "without a host" : `for "${host.slice(0, 100)}"`
  return new HttpError(
    421,
    "host-unknown",
    `This server does not answer requests ${named}. Add the name to "serve.hosts" in its configuration.`,
  )
}
