// Listens, and stops without losing anything: running turns rest or are suspended, streams end with a place to come back to.
import type { Server } from "node:http"
import { setTimeout } from "node:timers/promises"
import { createAdaptorServer, type HttpBindings } from "@hono/node-server"
import type { Store } from "@pawl/agent"
import { Audit } from "./access/audit.ts"
import { auditing, markingOthers } from "./access/auditing.ts"
import { byToken, tokenReader } from "./access/bearer.ts"
import type { Authenticate } from "./access/guard.ts"
import { insiders } from "./access/insiders.ts"
import { LocalDoor } from "./access/local-door.ts"
import type { LocalGrants } from "./access/local-grants.ts"
import { isLoopback } from "./access/loopback.ts"
import { Revocations } from "./access/revocations.ts"
import { Users } from "./access/users.ts"
import { createApp } from "./app.ts"
import { Feeds } from "./events/feeds.ts"
import { Overview } from "./events/overview.ts"
import { TIMING, type Timing } from "./events/sse.ts"
import { FileLists } from "./file-lists.ts"
import { Connections, type Listening, type Where } from "./listening.ts"
import { BrowserLogins } from "./login/browser-logins.ts"
import { Login, type LoginOptions } from "./login/login.ts"
import { cleanUpIfDue } from "./manage/cleanup.ts"
import { McpLogins } from "./manage/mcp-logins.ts"
import { createMetrics, type Metrics } from "./metrics/metrics.ts"
import { Pages } from "./pages.ts"
import { type Protection, protect } from "./protect/protect.ts"
import { Seats } from "./protect/seats.ts"
import { Readiness } from "./readiness.ts"
import type { Issue, ServerLog, Services } from "./services.ts"
import { acceptSockets } from "./socket/accept.ts"
import { liftToken } from "./socket/token.ts"
import { appFiles } from "./web/app-files.ts"
import { isForApp } from "./web/app-pages.ts"
import { type Workspace, Workspaces } from "./workspaces.ts"

export interface ServerOptions {
  /** Shared by all workspaces. The caller opens and closes it. */
  readonly store: Store
  readonly workspaces: readonly Workspace[]
  /** The users of the server; those in the store unless given. */
  readonly users?: Users
  /** What the person at this machine granted, where it is not in the store: as passed to `ownerOptions`. That person sees it listed. */
  readonly localGrants?: LocalGrants
  /**
   * Who sends a request. Unless given: a user by the token, or the person at this machine, see `allowsLocal`.
   */
  readonly authenticate?: Authenticate
  /**
   * Whether a request without a token comes from the person at this machine, an admin. It does so only on a loopback address,
   * without `login` and `protection.hosts`, through no proxy, and until the server sees a first user. False: never.
   */
  readonly allowsLocal?: boolean
  readonly protection?: Protection
  /** The folder with the built files of the web app (`folder` of @pawl/web). Without it there are only the routes. */
  readonly web?: string
  /** Login with a browser, by an OpenID Connect provider. The cookie of a login is asked before `authenticate`. */
  readonly login?: LoginOptions
  /** How long a client may take to send the head of a request; ten seconds unless given. */
  readonly slowMs?: number
  /** How long a client may take to send a whole request; two minutes unless given. */
  readonly slowBodyMs?: number
  /** The address at which browsers reach the server, as in "https://agents.example.com"; that of `login`, or of the request, unless given. */
  readonly publicUrl?: string
  readonly log?: ServerLog
  /** Workspaces that could not be opened, and why: the status shows them. */
  readonly issues?: readonly Issue[]
  /** Counts what happens: pass its `observer` to the agents, so that it counts their turns too. */
  readonly metrics?: Metrics
  /** After how many milliseconds without a sign of life a process counts as gone; as `leases.lapseMs` of the agents. */
  readonly lapseMs?: number
  /** How often it looks for what other processes changed, and whether to clean up; every five seconds unless given. */
  readonly lookEveryMs?: number
  /** Where settings of the server may be fixed; the environment of this process unless given. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Checks every answer against its schema: for tests. */
  readonly checksAnswers?: boolean
  /** After how many milliseconds a silent stream gets a sign of life, and one whose reader takes nothing is cut. */
  readonly timing?: Partial<Timing>
}

export interface PawlServer {
  /** Handles one request, without a socket. */
  fetch(request: Request): Promise<Response> | Response
  listen(where: Where): Promise<Listening>
  /** How many streams of sessions are open, how many sessions they follow, and how many watch the list. */
  readonly streams: { readonly viewers: number; readonly sessions: number; readonly watchers: number }
  /**
   * Ends streams and takes no new connections; requests that are under way are answered. Running turns may finish until
   * the deadline, and are suspended then: the next process goes on with them.
   */
  drain(deadlineMs: number): Promise<void>
}

/** A client that sends its request drop by drop is cut off; one that reads an answer slowly is not. */
const slowClients = (headersTimeout = 10_000, requestTimeout = 120_000) => ({
  headersTimeout,
  requestTimeout,
  connectionsCheckingInterval: headersTimeout / 10,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16 * 1024,
})
const MAX_CONNECTIONS = 10_000
const PER_ADDRESS = 500

const SILENT: ServerLog = { info: () => {}, error: () => {} }

export function createServer(options: ServerOptions): PawlServer {
  const { store, log = SILENT, checksAnswers = false, env = process.env, users = new Users({ store }) } = options
  const { metrics = createMetrics(), issues = [], lapseMs = 10_000 } = options
  const door = new LocalDoor(users, isForLocal(options))
  const { authenticate = byToken(users, door) } = options
  const workspaces = new Workspaces(store, options.workspaces, users)
  const draining = new AbortController()
  const feeds = new Feeds()
  const readiness = new Readiness(store.records)
  const overview = new Overview(store, workspaces)
  const browsers = browserLogins(options, users)
  const who: Authenticate = async (c) => {
    const known = await browsers.authenticate(c)
    if (known !== undefined) door.shut()
    return known ?? authenticate(c)
  }
  const provider = options.login === undefined ? undefined : new Login(options.login, browsers)
  const login = { who, readToken: options.authenticate === undefined ? tokenReader(users, door) : undefined, provider }
  const [audit, revocations] = [new Audit(store.records), new Revocations(store, users)]
  const people = { users, localGrants: options.localGrants, audit, revocations, browsers, login }
  const known = {
    store,
    workspaces,
    log,
    metrics,
    env,
    issues,
    lapseMs,
    checksAnswers,
    feeds,
    pages: new Pages(),
    fileLists: new FileLists(),
    importing: new Set<string>(),
    readiness,
    overview,
    seats: new Seats(options.protection?.streamsPerUser),
  }
  const timing = { ...TIMING, ...options.timing }
  const publicUrl = options.publicUrl ?? options.login?.openid.publicUrl
  const mcp = { mcpLogins: new McpLogins(store.records), publicUrl }
  const services: Services = { ...known, ...people, ...mcp, timing, draining: draining.signal }
  const web = options.web === undefined ? undefined : appFiles(options.web)
  const isPublic = web === undefined ? () => false : isForApp
  const around = [auditing(audit, log), ...protect(who, options.protection, isPublic)]
  const guards = [...around, insiders(workspaces), markingOthers(store)]
  const app = createApp({ services, guards, web })
  const handled = (request: Request, bindings: object) => {
    // A request to become a WebSocket has no answer to write to.
    if ("outgoing" in bindings && bindings.outgoing === undefined)
      liftToken(request, (bindings as HttpBindings).incoming)
    return app.fetch(request, bindings)
  }
  const looking = every(
    options.lookEveryMs ?? LOOK_EVERY_MS,
    async () => {
      await workspaces.followServers()
      await cleanUpIfDue(services, Date.now())
    },
    log,
  )
  let connections: Connections | undefined
  return {
    fetch: (request) => app.fetch(request),
    streams: {
      get viewers() {
        return feeds.viewers
      },
      get sessions() {
        return feeds.sessions
      },
      get watchers() {
        return overview.viewers
      },
    },
    async listen(where) {
      let isNear = where.fd === undefined && isLoopback(where.host)
      if (where.fd === undefined && !isNear) door.shut()
      await door.shutIfUsers()
      const serverOptions = slowClients(options.slowMs, options.slowBodyMs)
      const websocket = { server: acceptSockets() }
      const server = createAdaptorServer({ fetch: handled, serverOptions, websocket }) as Server
      server.maxConnections = MAX_CONNECTIONS
      const { isSecure, connectionsPerAddress } = options.protection ?? {}
      const isOneAddress = () => isNear || isSecure === true
      const perAddress = () => connectionsPerAddress ?? (isOneAddress() ? MAX_CONNECTIONS : PER_ADDRESS)
      connections = new Connections(server, { perAddress })
      const listening = await connections.listen(where)
      isNear = isLoopback(listening.host)
      if (!isNear) door.shut()
      return listening
    },
    async drain(deadlineMs) {
      looking.stop()
      const began = performance.now()
      const left = () => Math.max(0, deadlineMs - (performance.now() - began))
      readiness.leave()
      // A balancer that asks once a second learns of it before a connection is refused.
      if (connections !== undefined && deadlineMs >= NOTICED_MS * 5) await setTimeout(NOTICED_MS)
      draining.abort()
      revocations.close()
      // Agents still take messages meanwhile: those that they cannot finish are in the store, for the next process.
      await connections?.leave(deadlineMs)
      await workspaces.close(left())
      await connections?.close(ANSWERED_MS)
    },
  }
}

function browserLogins({ store, login, protection = {} }: ServerOptions, users: Users): BrowserLogins {
  const { records = store.records, people = users } = login ?? {}
  const isSecure = protection.isSecure === true || login?.openid.publicUrl.startsWith("https:") === true
  return new BrowserLogins({ records, people, isSecure })
}

/** A name, https and a login are for people elsewhere, whom a proxy makes look like the person at this machine. */
function isForLocal({ allowsLocal = true, login, protection = {} }: ServerOptions): boolean {
  const { hosts = [], isSecure = false } = protection
  return allowsLocal && login === undefined && hosts.length === 0 && !isSecure
}

const LOOK_EVERY_MS = 5000
const NOTICED_MS = 1000

/** One after the other. What fails is tried again the next time. */
function every(ms: number, work: () => Promise<void>, log: ServerLog): { stop(): void } {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    work()
      .catch((error: unknown) => log.error({ error }, "looking after the server failed"))
      .finally(() => {
        isBusy = false
      })
  }, ms).unref()
  return { stop: () => clearInterval(timer) }
}

/** For answers that are on their way when the last turn has ended. */
const ANSWERED_MS = 500
