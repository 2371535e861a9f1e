// `pawl serve`: sessions over HTTP, until a signal ends it. The next process continues what it could not finish.
import type { Store } from "@pawl/agent"
import {
  createMetrics,
  createServer,
  environmentProblems,
  isLoopback,
  type MetricsPort,
  type OpenIdOptions,
  type PawlServer,
  Users,
} from "@pawl/server"
import { folder } from "@pawl/web"
import { openStore } from "../agent/agent.ts"
import { checkedCount } from "../config/check-values.ts"
import { loadSettings } from "../config/settings.ts"
import { badConfig, warn, wrongUsage } from "../failure.ts"
import { files } from "../folders.ts"
import type { Request } from "../line/parse.ts"
import { openLog } from "../log-file.ts"
import { openBrowser } from "../mcp/login.ts"
import { localGrantsIn } from "../permissions/permissions.ts"
import { endSignals } from "../run/end-signals.ts"
import { metricsAddress, openPort } from "../run/metrics-port.ts"
import { restateSettings } from "../run/restate.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"
import { opensBrowser } from "./opens-browser.ts"
import { type ServeSettings, serveSettings } from "./serve-settings.ts"
import { openWorkspaces } from "./served-workspaces.ts"

export async function serve({ words, flags }: Request): Promise<number> {
  if (words[0] !== undefined) throw wrongUsage(`"pawl serve" takes no arguments, but got "${words[0]}". Remove it.`)
  const settings = await loadSettings(flags)
  const serving = serveSettings(flags, settings)
  const restate = restateSettings(flags, settings)
  const told = metricsAddress(flags)
  const [problem] = environmentProblems(world().env)
  if (problem !== undefined) throw badConfig(problem)
  const concurrency = checkedCount(flags.get("concurrency"), "--concurrency")
  const pollMs = checkedCount(flags.get("poll"), "--poll", 10) ?? 200
  const log = await openLog(settings.folders, { command: "serve" }, { to: serving.log })
  let store: Store | undefined
  let server: PawlServer | undefined
  let port: MetricsPort | undefined
  const ending = endSignals()
  try {
    const metrics = createMetrics(concurrency === undefined ? {} : { concurrency })
    store = await openStore(settings, metrics)
    const users = new Users({ store, ...withDefaultGroup(serving) })
    await refuseOpenDoor(serving, users)
    await warnOfGroup(serving, users)
    const how = { store, log, metrics, users, warn, concurrency, pollMs, restate }
    const opened = await openWorkspaces(flags, { settings, serving }, how)
    const parts = { store, ...opened, users, log, metrics, env: world().env, ...loginOf(serving, { store, users }) }
    const localGrants = localGrantsIn(files.permissions(settings.folders))
    const reached = { protection: protectionOf(serving), ...publicUrlOf(serving) }
    server = createServer({ ...parts, localGrants, ...reached, web: folder })
    const { streams } = server
    const shared = store
    port = told && (await openPort(told, { metrics, store: () => shared, streams: () => streams.viewers }))
    const url = await listening(server, serving)
    out.line(`Pawl serves ${opened.workspaces.map(({ name }) => name).join(", ")} at ${serving.publicUrl ?? url}`)
    const numbers = port === undefined ? {} : { metrics: port.url }
    log.info({ url, workspaces: opened.workspaces.map(({ name }) => name), pid: process.pid, ...numbers }, "listening")
    if (opensBrowser(flags, { ...world(), platform: process.platform })) openBrowser(serving.publicUrl ?? url)
    await ending.asked
    log.info({ drainMs: serving.drainMs }, "draining")
    port?.leave()
    await server.drain(serving.drainMs)
    server = undefined
    log.info({}, "ended")
    return 0
  } finally {
    ending.done()
    await server?.drain(0)
    await port?.close()
    await store?.close()
    log.close()
  }
}

/** Users without groups may then do nothing: an admin may make the group later. */
async function warnOfGroup({ defaultGroup }: ServeSettings, users: Users): Promise<void> {
  if (defaultGroup === undefined || (await users.groups.get(defaultGroup)) !== undefined) return
  warn(
    `"serve.defaultGroup" names the group "${defaultGroup}", which does not exist. Make it with "pawl groups set ${defaultGroup}", or name another one.`,
  )
}

function withDefaultGroup({ defaultGroup }: ServeSettings) {
  return defaultGroup === undefined ? {} : { defaultGroup }
}

function publicUrlOf({ publicUrl }: ServeSettings) {
  return publicUrl === undefined ? {} : { publicUrl }
}

function protectionOf({ hosts, origins, publicUrl = "", requestsPerSecond }: ServeSettings) {
  const rate = { perSecond: requestsPerSecond, burst: 4 * requestsPerSecond }
  return { hosts, origins, rate, isSecure: publicUrl.startsWith("https:") }
}

/** Whoever reaches another address, or a name, could be anybody. Without users, such a server would let in no one. */
async function refuseOpenDoor({ host, hosts, login }: ServeSettings, users: Users): Promise<void> {
  if ((isLoopback(host) && hosts.length === 0) || login !== undefined || !(await users.isEmpty())) return
  const [what, instead] = isLoopback(host)
    ? ['A server with "serve.publicUrl" or "serve.hosts"', 'name a provider in "serve.login", or remove both keys']
    : [`"${host}"`, "listen on 127.0.0.1"]
  throw badConfig(
    `${what} can be reached by others, and there are no users yet. Make one with "pawl users add NAME --role admin", or ${instead}.`,
  )
}

/** The schema has checked what it holds. */
function loginOf(
  { login, publicUrl }: ServeSettings,
  { store, users }: { readonly store: Store; readonly users: Users },
) {
  if (login === undefined) return {}
  if (publicUrl === undefined)
    throw badConfig('"serve.login" needs "serve.publicUrl": the address at which browsers reach the server. Add it.')
  const openid = { ...(login as unknown as Omit<OpenIdOptions, "publicUrl">), publicUrl }
  return { login: { records: store.records, people: users, openid } }
}

async function listening(server: PawlServer, { host, port, reusePort }: ServeSettings): Promise<string> {
  try {
    const fd = passedSocket()
    const { url } = await server.listen({ host, port, reusePort, ...(fd !== undefined && { fd }) })
    return url
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : ""
    const why = WHY[code]
    if (why === undefined) throw error
    throw badConfig(`Port ${port} of ${host} ${why}`, error)
  }
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use by another program. Stop it, or choose another port with --port.",
  EACCES: "may not be used by this user. Choose a port above 1023 with --port.",
  EADDRNOTAVAIL: "cannot be listened on: this machine does not have that address. Choose another with --host.",
  ENOTFOUND: "cannot be listened on: no machine has that name. Choose an address with --host.",
}

/** systemd opens the socket, and keeps connections waiting while one process ends and the next one starts. */
function passedSocket(): number | undefined {
  const { LISTEN_FDS, LISTEN_PID } = world().env
  return LISTEN_FDS === "1" && LISTEN_PID === String(process.pid) ? FIRST_PASSED : undefined
}

const FIRST_PASSED = 3
