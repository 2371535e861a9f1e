// Listens, and stops without losing anything: running turns rest or are suspended, streams end with a place to come back to.
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { createAdaptorServer } from "@hono/node-server"
import type { Store } from "@pawl/agent"
import { type Authenticate, guard } from "./access/guard.ts"
import { LOCAL } from "./access/principal.ts"
import { createApp } from "./app.ts"
import { Feeds } from "./events/feeds.ts"
import { TIMING, type Timing } from "./events/sse.ts"
import type { ServerLog, Services } from "./services.ts"
import { type Workspace, Workspaces } from "./workspaces.ts"

export interface ServerOptions {
  /** Shared by all workspaces. The caller opens and closes it. */
  readonly store: Store
  readonly workspaces: readonly Workspace[]
  /** Who sends a request. Unless given, everybody who reaches the address is the person at this machine. */
  readonly authenticate?: Authenticate
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

const SILENT: ServerLog = { info: () => {}, error: () => {} }

export function createServer(options: ServerOptions): PawlServer {
  const { store, authenticate = () => LOCAL, log = SILENT, checksAnswers = false } = options
  const workspaces = new Workspaces(store, options.workspaces)
  const draining = new AbortController()
  const feeds = new Feeds()
  const services: Services = {
    store,
    workspaces,
    log,
    checksAnswers,
    draining: draining.signal,
    feeds,
    timing: { ...TIMING, ...options.timing },
  }
  const app = createApp({ services, guards: [guard(authenticate)] })
  let listening: Server | undefined
  return {
    fetch: (request) => app.fetch(request),
    streams: feeds,
    listen: async ({ port, host }) => {
      const server = createAdaptorServer({ fetch: app.fetch }) as Server
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
