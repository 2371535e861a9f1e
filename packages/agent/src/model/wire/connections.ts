// Connections to model endpoints: one list of keep-alive clients per origin, shared by all models of the process, or a proxy if
// the environment names one. Idle sockets do not keep the process alive. Node itself applies NODE_EXTRA_CA_CERTS.
import type { Dispatcher, EnvHttpProxyAgent } from "undici"
import { undiciPackage } from "../../outside/packages.ts"
import { ClientList } from "./client-list.ts"

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

export type Connections = Pick<Dispatcher, "dispatch">

const known = new Map<string, Connections>()

/**
 * Tools run between two requests; a connection that outlives them saves a handshake. A server's own hint takes
 * precedence.
 */
const KEEP_ALIVE_MS = 30_000

export function connectionsTo(origin: string, env: Environment): Connections {
  const proxy = proxyFor(origin, env)
  const key = JSON.stringify([origin, proxy])
  const found = known.get(key)
  if (found !== undefined) return found
  const options = { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: 0, bodyTimeout: 0 }
  const dispatcher = proxy === undefined ? new ClientList(origin, options) : proxied({ ...options, ...proxy })
  known.set(key, dispatcher)
  return dispatcher
}

function proxied(options: EnvHttpProxyAgent.Options): Dispatcher {
  const { EnvHttpProxyAgent } = undiciPackage()
  return new EnvHttpProxyAgent(options)
}

interface ProxySettings {
  readonly httpProxy: string
  readonly httpsProxy: string
  readonly noProxy: string
}

/**
 * The lower-case variable takes precedence, as in other programs. Requests to a model on this machine never use a
 * proxy.
 */
function proxyFor(origin: string, env: Environment): ProxySettings | undefined {
  const named = (name: string) => env[name.toLowerCase()] ?? env[name] ?? ""
  const [httpProxy, httpsProxy, noProxy] = [named("HTTP_PROXY"), named("HTTPS_PROXY"), named("NO_PROXY")]
  const { protocol, hostname } = new URL(origin)
  const isLocal = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  const used = protocol === "https:" ? httpsProxy || httpProxy : httpProxy
  return isLocal || used === "" ? undefined : { httpProxy, httpsProxy, noProxy }
}
