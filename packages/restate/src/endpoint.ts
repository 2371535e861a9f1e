// The port on which a worker takes runs from Restate: HTTP/2 without TLS, with GET /health for the balancer.
import {
  createServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from "node:http2"
import type { AddressInfo, Socket } from "node:net"
import { PawlError } from "@pawl/agent"
import { createEndpointHandler } from "@restatedev/restate-sdk"
import { type SessionObject, sessionObject } from "./session-object.ts"
import { within } from "./within.ts"

/** How long the answers of ended runs may take to reach Restate. */
const TELLING_MS = 2000

export interface EndpointSetup extends SessionObject {
  readonly port: number
  readonly host: string
  readonly reusePort: boolean
  readonly identityKeys: readonly string[]
}

export class Endpoint {
  readonly #server: Http2Server
  readonly #sessions = new Set<ServerHttp2Session>()
  readonly #sockets = new Set<Socket>()
  readonly #closed: Promise<void>
  /** The address with the port that was chosen, if none was given. */
  url = ""
  #isLeaving = false

  private constructor(server: Http2Server) {
    this.#server = server
    this.#closed = new Promise((resolve) => server.once("close", resolve))
    server.on("connection", (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once("close", () => this.#sockets.delete(socket))
    })
    server.on("session", (session) => {
      this.#sessions.add(session)
      session.once("close", () => this.#sessions.delete(session))
    })
  }

  static async open({ port, host, reusePort, identityKeys, ...sessions }: EndpointSetup): Promise<Endpoint> {
    const signed = identityKeys.length > 0 ? { identityKeys: [...identityKeys] } : {}
    // What goes wrong in a run is reported by the host.
    const handler = createEndpointHandler({ services: [sessionObject(sessions)], ...signed, logger: () => {} })
    const server = createServer()
    const endpoint = new Endpoint(server)
    server.on("request", (request: Http2ServerRequest, response: Http2ServerResponse) => {
      if (endpoint.#isLeaving && request.url === "/health") response.writeHead(404).end()
      else handler(request, response)
    })
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => reject(notListening(port, host, error)))
      server.listen({ port, host, reusePort }, resolve)
    })
    endpoint.url = urlOf(server)
    OPEN.add(endpoint)
    return endpoint
  }

  /**
   * From now on the health check says 404, so that the balancer sends no more runs and leaves alone those that are under way: a port
   * that is closed would count as a worker that died, and its runs would be started elsewhere while they still run here. Where the
   * next agent of this process listens on the same port, that one answers.
   */
  leave(): void {
    this.#isLeaving = true
    if ([...OPEN].some((other) => !other.#isLeaving && other.url === this.url)) this.#stopListening()
  }

  /** Restate must hear of the runs that have just ended, or it would have them run again. */
  async close(): Promise<void> {
    this.#stopListening()
    await within(TELLING_MS, this.#closed)
    // Also those of clients that do not read what they are sent: their sessions are over here, and their connections stay.
    for (const socket of this.#sockets) socket.destroy()
    await this.#closed
    OPEN.delete(this)
  }

  #stopListening(): void {
    this.#server.close()
    for (const session of this.#sessions) session.close()
  }
}

/** Those of this process. */
const OPEN = new Set<Endpoint>()

function urlOf(server: Http2Server): string {
  const { address, port, family } = server.address() as AddressInfo // It listens on a port, not on a path.
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`
}

function notListening(port: number, host: string, error: Error): PawlError {
  return new PawlError(
    "config-invalid",
    `Port ${port} of ${host} cannot be listened on for Restate (${error.message}). Choose another with "listen".`,
    { cause: error },
  )
}
