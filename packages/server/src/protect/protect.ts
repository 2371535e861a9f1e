// What stands between the network and the routes, in this order.
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context, MiddlewareHandler } from "hono"
import { type Authenticate, guard, type IsPublic } from "../access/guard.ts"
import { outgoingOf } from "../http/outgoing.ts"
import type { Env } from "../http/route.ts"
import { limitedBodies } from "./body-size.ts"
import { safeHeaders } from "./headers.ts"
import { knownHosts } from "./hosts.ts"
import { knownOrigins } from "./origins.ts"
import { type Rate, Rates } from "./rates.ts"

export interface Protection {
  /** Names that the server answers to, beside addresses and localhost. */
  readonly hosts?: readonly string[]
  /** Pages of other sites that may use it. */
  readonly origins?: readonly string[]
  /** It is reached by https only, through a proxy. */
  readonly isSecure?: boolean
  /** How often one user may ask. */
  readonly rate?: Rate
  /** How often one address may ask without a valid token. */
  readonly strangers?: Rate
  /** How often one address may begin, finish and end logins with a browser. */
  readonly logins?: Rate
  /** How many streams and sockets one user may have open at once; 100 unless given. */
  readonly streamsPerUser?: number
  /**
   * How many connections one address may have; 500 unless given. Not limited on a loopback address and behind a proxy
   * (`isSecure`): there all connections come from one address.
   */
  readonly connectionsPerAddress?: number
}

const USERS: Rate = { burst: 200, perSecond: 50 }
const STRANGERS: Rate = { burst: 20, perSecond: 1 }
/** Behind a proxy the whole team has one address. */
const LOGINS: Rate = { burst: 60, perSecond: 5 }

export function protect(
  authenticate: Authenticate,
  protection: Protection = {},
  isPublic?: IsPublic,
): readonly MiddlewareHandler<Env>[] {
  const { hosts = [], origins = [], isSecure = false, rate = USERS, strangers = STRANGERS } = protection
  const [users, others] = [new Rates(rate), new Rates(strangers)]
  const known: Authenticate = async (c) => {
    const principal = await authenticate(c)
    // Guessing tokens is slow for those who guess, and costs those nothing who have one.
    if (principal === undefined) {
      // Who holds on to a connection has to be known.
      outgoingOf(c)?.setHeader("connection", "close")
      others.take(addressOf(c))
    } else users.take(principal.user)
    return principal
  }
  const before = [safeHeaders(isSecure), knownHosts(hosts), knownOrigins(origins), limitedLogins(protection.logins)]
  return [...before, guard(known, isPublic), limitedBodies()]
}

/** Anyone may ask for a login, and each asks the provider. */
function limitedLogins(rate = LOGINS): MiddlewareHandler<Env> {
  const rates = new Rates(rate)
  return async (c, next) => {
    if (c.req.path.startsWith("/auth/")) rates.take(addressOf(c))
    return next()
  }
}

/** A request that came through no socket, as from a WebSocket, has no address. */
function addressOf(c: Context<Env>): string {
  return c.env === undefined || !("incoming" in (c.env as object)) ? "" : (getConnInfo(c).remote.address ?? "")
}
