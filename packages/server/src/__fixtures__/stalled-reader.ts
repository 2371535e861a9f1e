// A client that asks for a stream and takes nothing of it, until the server has cut it.
import { connect, type Socket } from "node:net"
import type { Received } from "./sse-reader.ts"

export class StalledReader {
  readonly #socket: Socket

  private constructor(socket: Socket) {
    this.#socket = socket
  }

  static async open(url: string, path = "/v1/sessions/a/events"): Promise<StalledReader> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1")
    socket.pause()
    socket.on("error", () => {})
    await new Promise<void>((resolve) => {
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`, () => resolve())
    })
    return new StalledReader(socket)
  }

  /** What the sockets held: all whole events. */
  async rest(): Promise<readonly Received[]> {
    const chunks: Buffer[] = []
    this.#socket.on("data", (chunk) => chunks.push(chunk))
    const closed = new Promise<void>((resolve) => {
      this.#socket.once("close", () => resolve())
    })
    this.#socket.resume()
    await closed
    return eventsIn(unchunked(Buffer.concat(chunks)))
  }
}

/** The body without the marks of chunked transfer. */
function unchunked(answer: Buffer): string {
  const pieces: Buffer[] = []
  let at = answer.indexOf("\r\n\r\n") + 4
  while (at < answer.length) {
    const end = answer.indexOf("\r\n", at)
    const size = Number.parseInt(answer.toString("latin1", at, end), 16)
    if (end < 0 || !(size > 0)) break
    pieces.push(answer.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
  return Buffer.concat(pieces).toString()
}

function eventsIn(body: string): readonly Received[] {
  const blocks = body.split("\n\n").slice(0, -1)
  return blocks.flatMap((block) => {
    const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(block) ?? []
    return id === undefined || event === undefined || data === undefined ? [] : [{ id, event, data }]
  })
}
