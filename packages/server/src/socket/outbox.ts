// What a socket sends, no faster than its reader takes it: a sender waits while much is under way, and a reader that takes
// nothing for too long is cut.
import type { WebSocket } from "ws"

/** So much may be under way before senders wait. */
const MOST_BYTES = 64 * 1024

export class Outbox {
  readonly #socket: WebSocket
  readonly #stalledMs: number

  constructor(socket: WebSocket, stalledMs: number) {
    this.#socket = socket
    this.#stalledMs = stalledMs
  }

  /** Resolves when there is room for more, or the socket is closed. */
  send(json: string): Promise<void> | undefined {
    const socket = this.#socket
    if (socket.readyState !== socket.OPEN) return undefined
    if (socket.bufferedAmount + json.length <= MOST_BYTES) {
      socket.send(json, ignore)
      return undefined
    }
    return new Promise((resolve) => {
      const cut = setTimeout(() => socket.terminate(), this.#stalledMs)
      socket.send(json, () => {
        clearTimeout(cut)
        resolve()
      })
    })
  }
}

/** A socket that closed says so by its event. */
function ignore(): void {}
