// The options of `restateHost`, and what is wrong with them.
import { PawlError } from "@pawl/agent"

/** Where Restate is, and where it finds the workers. */
export interface RestateHostOptions {
  /** Where Restate takes calls: "http://127.0.0.1:8080". */
  readonly ingress: string
  /** Restate's admin API: "http://127.0.0.1:9070". Workers register there, and sessions are evicted there. */
  readonly admin: string
  /**
   * The port on which this process takes sessions to run, over HTTP/2 without TLS, on 127.0.0.1 unless a host is given. Left
   * out: the process only wakes sessions. `reusePort`: another host may listen on the same port, as one that takes its place.
   */
  readonly listen?: number | { readonly port: number; readonly host?: string; readonly reusePort?: boolean }
  /**
   * Where Restate reaches the workers: one address for all of them, that of a balancer with HTTP/2 health checks. Unless given,
   * the address that this process listens on, which is right for a single worker.
   */
  readonly address?: string
  /**
   * The name of the sessions in Restate, "session" unless given. Only workers that can run the same sessions, with the same
   * store, tools and workspace, may share it.
   */
  readonly service?: string
  /** Public keys of Restate ("publickeyv1_..."): a request that none of them has signed is refused. */
  readonly identityKeys?: readonly string[]
  /** Headers of every call to Restate, for a gateway in front of it. */
  readonly headers?: Readonly<Record<string, string>>
  /** After so long a run is given back and started anew, here or elsewhere; five minutes unless given. */
  readonly yieldAfterMs?: number
}

/** The options as the host uses them. */
export interface Reading extends Omit<RestateHostOptions, "listen"> {
  readonly listen: { readonly port: number; readonly host: string; readonly reusePort: boolean } | undefined
  readonly service: string
  readonly yieldAfterMs: number
}

const YIELD_MS = 5 * 60_000
const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/

export function readOptions(given: RestateHostOptions): Reading {
  const { listen, service = "session", yieldAfterMs = YIELD_MS, identityKeys = [] } = given
  const where = typeof listen === "number" ? { port: listen } : listen
  const { port = 0, host = "127.0.0.1", reusePort = false } = where ?? {}
  const problems = [
    ...urlProblems("ingress", given.ingress),
    ...urlProblems("admin", given.admin),
    ...(given.address === undefined ? [] : urlProblems("address", given.address)),
    ...(Number.isInteger(port) && port >= 0 && port <= 65_535 ? [] : ["listen: a port from 0 to 65535"]),
    ...(NAME.test(service) ? [] : ["service: letters, digits, _ and -, beginning with a letter"]),
    ...(yieldAfterMs > 0 ? [] : ["yieldAfterMs: more than 0"]),
    ...(identityKeys.every((key) => key.startsWith("publickeyv1_")) ? [] : ['identityKeys: "publickeyv1_..."']),
  ]
  if (problems.length > 0)
    throw new PawlError("config-invalid", `restateHost got invalid options. Correct these: ${problems.join("; ")}.`)
  const trimmed = { ingress: withoutSlash(given.ingress), admin: withoutSlash(given.admin) }
  return { ...given, ...trimmed, service, yieldAfterMs, listen: where && { port, host, reusePort } }
}

function urlProblems(name: string, url: unknown): readonly string[] {
  const isUrl = typeof url === "string" && URL.canParse(url) && /^https?:/.test(url)
  return isUrl ? [] : [`${name}: an address such as "http://127.0.0.1:8080"`]
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "")
}
