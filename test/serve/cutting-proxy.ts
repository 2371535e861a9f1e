// A proxy on loopback that breaks connections where a test says so, as networks do.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Cuts {
  /** Bytes of a stream of events that the client gets of this connection; the rest is cut. Numbered from 0. */
  readonly stream?: (text: string, connection: number) => number
  /** The answer is lost, after the server has carried out the request. Numbered from 0, by method and path. */
  readonly answer?: (what: string, time: number) => boolean
}

export interface CuttingProxy {
  readonly url: string
  /** Streams of events that were opened. */
  readonly streams: number
  close(): void
}

export async function cuttingProxy(upstream: string, cuts: Cuts): Promise<CuttingProxy> {
  let streams = 0
  const times = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const what = `${incoming.method} ${incoming.url}`
    const time = times.get(what) ?? 0
    times.set(what, time + 1)
    const { method, url, headers } = incoming
    const sent = request(new URL(url ?? "", upstream), { method, headers, agent: false }, (answer) => {
      if (answer.headers["content-type"]?.startsWith("text/event-stream") === true)
        return passOn(answer, outgoing, (text) => cuts.stream?.(text, streams - 1), ++streams)
      if (cuts.answer?.(what, time) === true) return void answer.resume().on("end", () => outgoing.destroy())
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on("error", () => outgoing.destroy())
    outgoing.on("close", () => sent.destroy())
    incoming.pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get streams() {
      return streams
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

type MostOf = (text: string) => number | undefined

function passOn(answer: IncomingMessage, outgoing: ServerResponse, most: MostOf, _number: number): void {
  outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
  outgoing.flushHeaders()
  let text = ""
  answer.setEncoding("latin1").on("data", (chunk: string) => {
    const before = text.length
    text += chunk
    const end = most(text) ?? text.length
    if (end > before) outgoing.write(Buffer.from(text.slice(before, end), "latin1"))
    // What was written is still sent.
    if (end < text.length || end === 0) outgoing.socket?.end(() => outgoing.destroy())
  })
  answer.on("end", () => outgoing.end())
  answer.on("error", () => outgoing.destroy())
}

/** The end of the so-many-th event of a stream. */
export function afterEvents(count: number): (text: string) => number {
  return (text) => {
    if (count === 0) return 0
    const ends = [...text.matchAll(/^id: .*\n(?:.+\n)*\n/gm)].map(({ index, 0: whole }) => index + whole.length)
    return ends[count - 1] ?? text.length
  }
}
