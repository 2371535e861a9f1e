// The listening socket: takes connections, and gives them up without breaking a request, so that the next process can take over.
import type { Server } from "node:http"
import net, { type AddressInfo, type Socket } from "node:net"

export interface Where {
  readonly port: number
  readonly host: string
  /** Lets another process of the same user listen on the same port: the next one, before this one ends. */
  readonly reusePort?: boolean
  /** A socket that is open already, as systemd passes one, in place of port and host. */
  readonly fd?: number
}

export interface Listening {
  readonly port: number
  /** The address as it was given; of a passed socket, the one it has. */
  readonly host: string
  readonly url: string
}

/** A connection that is kept, and was asked something within this time, may be about to be used again. */
const QUIET_MS = 1000

const MAX_PASSES = 200
const REST_MS = 2
const SHORT_PASS_MS = 0.05

export interface ConnectionOptions {
  /** How many connections one address may have. */
  readonly perAddress: () => number
  readonly quietMs?: number
  readonly now?: () => number
}

export class Connections {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #byAddress = new Map<string, number>()
  readonly #quietMs: number
  readonly #now: () => number
  #askedAt = Number.NEGATIVE_INFINITY
  #emptied = () => {}

  constructor(server: Server, { perAddress, quietMs = QUIET_MS, now = () => performance.now() }: ConnectionOptions) {
    this.#server = server
    this.#quietMs = quietMs
    this.#now = now
    server.on("request", () => {
      this.#askedAt = this.#now()
    })
    server.on("connection", (socket: Socket) => {
      if (!this.#hasRoom(socket, perAddress())) {
        socket.destroy()
        return
      }
      this.#sockets.add(socket)
      socket.once("close", () => {
        this.#sockets.delete(socket)
        if (this.#sockets.size === 0) this.#emptied()
      })
    })
  }

  #hasRoom(socket: Socket, most: number): boolean {
    const { remoteAddress: address = "" } = socket
    const open = this.#byAddress.get(address) ?? 0
    if (open >= most) return false
    this.#byAddress.set(address, open + 1)
    socket.once("close", () => {
      const left = (this.#byAddress.get(address) ?? 0) - 1
      if (left > 0) this.#byAddress.set(address, left)
      else this.#byAddress.delete(address)
    })
    return true
  }

  async listen({ port, host, reusePort = false, fd }: Where): Promise<Listening> {
    const server = this.#server
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject)
      const done = () => {
        server.off("error", reject)
        resolve()
      }
      if (fd === undefined) server.listen({ port, host, ...(reusePort && { reusePort }) }, done)
      else server.listen({ fd }, done)
    })
    const { port: taken, address } = server.address() as AddressInfo
    const shown = fd === undefined ? host : address
    return { port: taken, host: shown, url: `http://${shown.includes(":") ? `[${shown}]` : shown}:${taken}` }
  }

  /**
   * Takes no more connections. Those that are in use are given up after their next answer; those that have been idle for a while
   * are closed at once.
   */
  async leave(deadlineMs: number): Promise<void> {
    if (!this.#server.listening) return
    await allRead(this.#server)
    // Not the close of http.Server, which cuts connections that a client is about to use again.
    net.Server.prototype.close.call(this.#server)
    if (this.#sockets.size === 0) return
    const empty = new Promise<void>((resolve) => {
      this.#emptied = resolve
    })
    const quietIn = this.#askedAt + this.#quietMs - this.#now()
    if (quietIn > 0) await Promise.race([empty, after(Math.min(quietIn, deadlineMs))])
    await allRead(this.#server)
    this.#server.closeIdleConnections()
  }

  /** Waits for answers that are under way, then ends what is left. */
  async close(deadlineMs: number): Promise<void> {
    this.#server.closeIdleConnections()
    if (this.#sockets.size > 0) {
      const empty = new Promise<void>((resolve) => {
        this.#emptied = resolve
      })
      await Promise.race([empty, after(deadlineMs)])
    }
    this.#server.closeAllConnections()
    // Those that became something else, as a WebSocket.
    for (const socket of this.#sockets) socket.destroy()
  }
}

/**
 * Until nothing waits to be read: a connection in the queue of the port would be reset, and so would one with a request that has not
 * been read. A pass of the event loop takes one connection, so the queue is empty after a pass that brought none, and a short pass
 * leaves no time for a new one. After a rest, the system is unlikely to let others run in the middle of it.
 */
async function allRead(server: Server): Promise<void> {
  let taken = 0
  const count = () => {
    taken++
  }
  server.on("connection", count)
  for (let passes = 0; passes < MAX_PASSES; passes++) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    const [before, begun] = [taken, performance.now()]
    await new Promise((resolve) => setImmediate(resolve))
    if (taken === before && performance.now() - begun < SHORT_PASS_MS) break
  }
  server.off("connection", count)
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref())
}
