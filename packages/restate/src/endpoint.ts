// The port on which a worker takes runs from Restate: HTTP/2 without TLS, with GET /health for the balancer.
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2"
import type { AddressInfo } from "node:net"
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
  readonly #closed: Promise<void>

  private constructor(server: Http2Server) {
    this.#server = server
    this.#closed = new Promise((resolve) => server.once("close", resolve))
    server.on("session", (session) => {
      this.#sessions.add(session)
      session.once("close", () => this.#sessions.delete(session))
    })
  }

  static async open({ port, host, reusePort, identityKeys, ...sessions }: EndpointSetup): Promise<Endpoint> {
    const signed = identityKeys.length > 0 ? { identityKeys: [...identityKeys] } : {}
    // What goes wrong in a run is reported by the host.
    const handler = createEndpointHandler({ services: [sessionObject(sessions)], ...signed, logger: () => {} })
    const server = createServer(handler)
    const endpoint = new Endpoint(server)
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) => reject(notListening(port, host, error)))
      server.listen({ port, host, reusePort }, resolve)
    })
    return endpoint
  }

  /** The address with the port that was chosen, if none was given. */
  get url(): string {
    const { address, port, family } = this.#server.address() as AddressInfo // It listens on a port, not on a path.
    return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`
  }

  /** Takes no more runs; those under way can still end. The balancer notices by its health check. */
  refuseMore(): void {
    this.#server.close()
    for (const session of this.#sessions) session.close()
  }

  /** Restate must hear of the runs that have just ended, or it would have them run again. */
  async close(): Promise<void> {
    this.refuseMore()
    await within(TELLING_MS, this.#closed)
    for (const session of this.#sessions) session.destroy()
    await this.#closed
  }
}

function notListening(port: number, host: string, error: Error): PawlError {
  return new PawlError(
    "config-invalid",
    `Port ${port} of ${host} cannot be listened on for Restate (${error.message}). Choose another with "listen".`,
    { cause: error },
  )
}
