// Listens, and stops without losing anything: running turns rest or are suspended, streams end with a place to come back to.
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import type { Store } from "@pawl/agent"
import type { Authenticate } from "./access/guard.ts"
import { LOCAL } from "./access/principal.ts"
import { createApp } from "./app.ts"
import { Login, type LoginOptions } from "./login/login.ts"
import { type Protection, protect } from "./protect/protect.ts"
import type { ServerLog, Services } from "./services.ts"
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
}

export interface PawlServer {
  /** Handles one request, without a socket. */
  fetch(request: Request): Promise<Response> | Response
  listen(where: {
    readonly port: number
    readonly host: string
  }): Promise<{ readonly port: number; readonly url: string }>
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
  const login = options.login === undefined ? undefined : new Login(options.login)
  const services: Services = { store, workspaces, log, checksAnswers, draining: draining.signal, login }
  const known: Authenticate = async (c) => (await login?.authenticate(c)) ?? authenticate(c)
  const app = createApp({ services, guards: protect(known, options.protection) })
  let listening: Server | undefined
  return {
    fetch: (request) => app.fetch(request),
    listen: async ({ port, host }) => {
      const server = createAdaptorServer({ fetch: app.fetch, serverOptions: slowClients(options.slowMs) }) as Server
      server.maxConnections = MAX_CONNECTIONS
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
      listening?.closeAllConnections()
      await closed
    },
  }
}
