// Events over one WebSocket for the whole client, because browsers allow six connections to a host. Where none gets through, as
// with some proxies, each stream has a connection of its own.
import { Line } from "./line.ts"
import type { Source, Stream } from "./source.ts"
import type { Transport } from "./transport.ts"

/** A proxy that knows no WebSockets may let one hang. */
const OPEN_MS = 5000
/** After a socket did not get through, and a request did. */
const NOT_AGAIN_MS = 60_000

type Ports = Pick<Transport, "socketUrl" | "token" | "closed" | "options">

export class SocketSource implements Source {
  readonly #ports: Ports
  readonly #otherwise: Source
  #line: Promise<Line | undefined> | undefined
  #notBefore = 0

  constructor(ports: Ports, otherwise: Source) {
    this.#ports = ports
    this.#otherwise = otherwise
  }

  async open(stream: Stream, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    const line = await unlessAborted(this.#current(), signal)
    if (line !== undefined) return line.open(stream, signal)
    const own = new AbortController()
    const events = await this.#otherwise.open(stream, AbortSignal.any([signal, own.signal]))
    // The server answers. It may have come back just now; else it is the socket that does not get through.
    const now = await unlessAborted(this.#current(), signal)
    if (now === undefined) {
      this.#notBefore = performance.now() + NOT_AGAIN_MS
      return events
    }
    own.abort()
    return now.open(stream, signal)
  }

  check(): void {
    void this.#line?.then((line) => line?.check())
  }

  /** Undefined if none can be opened. */
  async #current(): Promise<Line | undefined> {
    for (;;) {
      if (performance.now() < this.#notBefore) return undefined
      this.#line ??= this.#connect()
      const known = this.#line
      const line = await known
      if (line !== undefined && !line.isOver) return line
      if (this.#line === known) this.#line = undefined
      if (line === undefined) return undefined
    }
  }

  async #connect(): Promise<Line | undefined> {
    const token = await this.#ports.token()
    const protocols = ["pawl", ...(token === undefined || token === "" ? [] : [`pawl.bearer.${token}`])]
    const { closed, socketUrl, options } = this.#ports
    const socket = await opened(socketUrl, protocols)
    if (socket === undefined) return undefined
    const line = new Line(socket, options.silentMs ?? 45_000)
    if (closed.aborted) line.close()
    closed.addEventListener("abort", () => line.close(), { once: true })
    return line
  }
}

/** Undefined when the signal is aborted before. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const stop = () => resolve(undefined)
  signal.addEventListener("abort", stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener("abort", stop)
  }
}

function opened(url: string, protocols: readonly string[]): Promise<WebSocket | undefined> {
  return new Promise((resolve) => {
    const socket = made(url, protocols)
    if (socket === undefined) return resolve(undefined)
    const settle = (open: WebSocket | undefined) => {
      clearTimeout(timer)
      socket.onopen = socket.onerror = socket.onclose = null
      if (open === undefined) socket.close()
      resolve(open)
    }
    const timer = setTimeout(() => settle(undefined), OPEN_MS)
    socket.onopen = () => settle(socket)
    socket.onerror = () => settle(undefined)
    socket.onclose = () => settle(undefined)
  })
}

/** Old programs have no WebSocket, and a token of odd characters cannot be sent with one. */
function made(url: string, protocols: readonly string[]): WebSocket | undefined {
  try {
    return new WebSocket(url, [...protocols])
  } catch {
    return undefined
  }
}
