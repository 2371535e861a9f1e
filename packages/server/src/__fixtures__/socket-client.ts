// A client of the WebSocket: sends frames and reads answers in order.
import { WebSocket } from "ws"

export interface Answered {
  readonly id: string | number | null
  readonly status?: number
  readonly body?: unknown
  readonly event?: { readonly type: string; readonly position: string; readonly text?: string; readonly turn?: number }
  readonly end?: true
}

export class SocketClient {
  readonly socket: WebSocket
  readonly closed: Promise<number>
  readonly #frames: Answered[] = []
  #wake = () => {}

  private constructor(socket: WebSocket) {
    this.socket = socket
    socket.on("message", (data) => {
      this.#frames.push(JSON.parse(String(data)))
      this.#wake()
    })
    socket.on("error", () => {})
    this.closed = new Promise((resolve) => {
      socket.on("close", (code) => {
        resolve(code)
        this.#wake()
      })
    })
  }

  /** Rejects with the status if the server refuses. */
  static open(
    url: string,
    how: { readonly protocols?: readonly string[]; readonly headers?: Readonly<Record<string, string>> } = {},
  ): Promise<SocketClient> {
    const { protocols = ["pawl"], headers = {} } = how
    const socket = new WebSocket(`${url.replace("http", "ws")}/v1/socket`, [...protocols], { headers })
    const client = new SocketClient(socket)
    return new Promise((resolve, reject) => {
      socket.on("open", () => resolve(client))
      socket.on("unexpected-response", (request, response) => {
        request.destroy()
        reject(new Error(`status ${response.statusCode}`))
      })
      socket.on("error", reject)
    })
  }

  send(frame: object): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** The next frame; undefined once the socket is closed. */
  async next(): Promise<Answered | undefined> {
    while (this.#frames.length === 0) {
      if (this.socket.readyState >= WebSocket.CLOSING) return undefined
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    return this.#frames.shift()
  }

  async request(method: string, path: string, body?: unknown): Promise<Answered> {
    const id = `r${Math.random()}`
    this.send({ id, method, path, ...(body !== undefined && { body }) })
    for (;;) {
      const frame = await this.next()
      if (frame === undefined) throw new Error("The socket was closed before the answer.")
      if (frame.id === id) return frame
    }
  }

  /** The events of a stream up to the first of this type. */
  async until(id: string, type: string): Promise<readonly NonNullable<Answered["event"]>[]> {
    const events: NonNullable<Answered["event"]>[] = []
    for (;;) {
      const frame = await this.next()
      if (frame === undefined) throw new Error(`The socket was closed before ${type}.`)
      if (frame.id !== id || frame.event === undefined) continue
      events.push(frame.event)
      if (frame.event.type === type) return events
    }
  }
}
