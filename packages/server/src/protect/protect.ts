// What stands between the network and the routes, in this order.
import { getConnInfo } from "@hono/node-server/conninfo"
import type { Context, MiddlewareHandler } from "hono"
import { type Authenticate, guard } from "../access/guard.ts"
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

export function protect(authenticate: Authenticate, protection: Protection = {}): readonly MiddlewareHandler<Env>[] {
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
  return [safeHeaders(isSecure), knownHosts(hosts), knownOrigins(origins), guard(known), limitedBodies()]
}

/** A request that came through no socket, as from a WebSocket, has no address. */
function addressOf(c: Context<Env>): string {
  return c.env === undefined || !("incoming" in (c.env as object)) ? "" : (getConnInfo(c).remote.address ?? "")
}
