// Listens, and stops without losing anything: running turns rest or are suspended, streams end with a place to come back to.
import type { Server } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { createAdaptorServer, type HttpBindings, type WebSocketServerLike } from "@hono/node-server"
import type { Store } from "@pawl/agent"
import { WebSocketServer } from "ws"
import type { Authenticate } from "./access/guard.ts"
import { LOCAL } from "./access/principal.ts"
import { createApp } from "./app.ts"
import { Feeds } from "./events/feeds.ts"
import { TIMING, type Timing } from "./events/sse.ts"
import { Login, type LoginOptions } from "./login/login.ts"
import { Pages } from "./pages.ts"
import { type Protection, protect } from "./protect/protect.ts"
import type { ServerLog, Services } from "./services.ts"
import { liftToken, PROTOCOL } from "./socket/token.ts"
import { type Workspace, Workspaces } from "./workspaces.ts"

export interface ServerOptions {
  /** Shared by all workspaces. The caller opens and closes it. */
  readonly store: Store
  readonly workspaces: readonly Workspace[]
  /** Who sends a request. Unless given, everybody who reaches the address is the person at this machine. */
  readonly authenticate?: Authenticate
  readonly protection?: Protection
  /** Login with a browser, by an OpenID Connect provider. Its cookie is asked before `authenticate`. */
  readonly login?: LoginOptions
  /** How long a client may take to send the head of a request; ten seconds unless given. */
  readonly slowMs?: number
  readonly log?: ServerLog
  /** Checks every answer against its schema: for tests. */
  readonly checksAnswers?: boolean
  /** After how many milliseconds a silent stream gets a sign of life, and one whose reader takes nothing is cut. */
  readonly timing?: Partial<Timing>
}

export interface PawlServer {
  /** Handles one request, without a socket. */
  fetch(request: Request): Promise<Response> | Response
  listen(where: {
    readonly port: number
    readonly host: string
  }): Promise<{ readonly port: number; readonly url: string }>
  /** How many streams are open, and how many sessions they follow. */
  readonly streams: { readonly viewers: number; readonly sessions: number }
  /** Ends streams and takes no new work; running turns may finish until the deadline, and are suspended then. */
  drain(deadlineMs: number): Promise<void>
}

/** A client that sends its request drop by drop is cut off; one that reads an answer slowly is not. */
const slowClients = (headersTimeout = 10_000) => ({
  headersTimeout,
  requestTimeout: 120_000,
  connectionsCheckingInterval: headersTimeout / 10,
  keepAliveTimeout: 60_000,
  maxHeaderSize: 16 * 1024,
})
const MAX_CONNECTIONS = 10_000

const SILENT: ServerLog = { info: () => {}, error: () => {} }

export function createServer(options: ServerOptions): PawlServer {
  const { store, authenticate = () => LOCAL, log = SILENT, checksAnswers = false } = options
  const workspaces = new Workspaces(store, options.workspaces)
  const draining = new AbortController()
  const feeds = new Feeds()
  const login = options.login === undefined ? undefined : new Login(options.login)
  const services: Services = {
    store,
    workspaces,
    log,
    checksAnswers,
    draining: draining.signal,
    login,
    pages: new Pages(),
    feeds,
    timing: { ...TIMING, ...options.timing },
  }
  const known: Authenticate = async (c) => (await login?.authenticate(c)) ?? authenticate(c)
  const app = createApp({ services, guards: protect(known, options.protection) })
  const handled = (request: Request, env: object) => {
    // A request to become a WebSocket has no answer to write to.
    if ("outgoing" in env && env.outgoing === undefined) liftToken(request, (env as HttpBindings).incoming)
    return app.fetch(request, env)
  }
  const connections = new Set<Socket>()
  let listening: Server | undefined
  return {
    fetch: (request) => app.fetch(request),
    streams: feeds,
    listen: async ({ port, host }) => {
      const server = createAdaptorServer({
        fetch: handled,
        serverOptions: slowClients(options.slowMs),
        websocket: { server: sockets() },
      }) as Server
      server.maxConnections = MAX_CONNECTIONS
      server.on("connection", (socket) => {
        connections.add(socket)
        socket.once("close", () => connections.delete(socket))
      })
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject)
        server.listen(port, host, resolve)
      })
      listening = server
      const { port: taken } = server.address() as AddressInfo
      return { port: taken, url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}` }
    },
    async drain(deadlineMs) {
      draining.abort()
      const closed = new Promise<void>((resolve) =>
        listening === undefined ? resolve() : listening.close(() => resolve()),
      )
      listening?.closeIdleConnections()
      await workspaces.close(deadlineMs)
      // Node does not know those that became WebSockets, or were refused to.
      for (const socket of connections) socket.destroy()
      await closed
    },
  }
}

/** The largest frame that a client may send: a message with attachments. */
const MOST_FRAME_BYTES = 32 * 1024 * 1024

function sockets(): WebSocketServerLike {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_FRAME_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(PROTOCOL) && PROTOCOL,
  })
  // The types of ws leave out what it was given just now.
  return server as WebSocketServerLike
}
