// A proxy on loopback that breaks connections where a test says so, as networks do.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http"
import { type AddressInfo, connect } from "node:net"
import type { Duplex } from "node:stream"

export interface Cuts {
  /** Bytes of a stream of events that the client gets of this connection; the rest is cut. Numbered from 0. */
  readonly stream?: (text: string, connection: number) => number
  /** The same of a WebSocket: bytes behind the head of its answer. "refused": the proxy knows no WebSockets. */
  readonly socket?: ((bytes: Buffer, connection: number) => number) | "refused"
  /** The answer is lost, after the server has carried out the request. Numbered from 0, by method and path. */
  readonly answer?: (what: string, time: number) => boolean
}

export interface CuttingProxy {
  readonly url: string
  /** Streams of events that were opened, and WebSockets. */
  readonly streams: number
  readonly sockets: number
  close(): void
}

export async function cuttingProxy(upstream: string, cuts: Cuts): Promise<CuttingProxy> {
  let streams = 0
  let sockets = 0
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
  const tunnels = new Set<Duplex>()
  server.on("upgrade", (incoming, client) => {
    tunnels.add(client.on("close", () => tunnels.delete(client)))
    client.on("error", () => {})
    if (cuts.socket === "refused") return void client.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n")
    const { socket } = cuts
    const connection = sockets++
    tunnel(incoming, client, upstream, (bytes) => socket?.(bytes, connection) ?? bytes.length)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get streams() {
      return streams
    },
    get sockets() {
      return sockets
    },
    close() {
      for (const each of tunnels) each.destroy()
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

/** Passes a WebSocket on as it is, up to where it is cut. */
function tunnel(incoming: IncomingMessage, client: Duplex, upstream: string, most: (bytes: Buffer) => number): void {
  const { hostname, port } = new URL(upstream)
  const server = connect(Number(port), hostname)
  const lines = incoming.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []))
  server.write([`GET ${incoming.url} HTTP/1.1`, ...lines, "", ""].join("\r\n"))
  server.on("error", () => client.destroy()).on("close", () => client.end())
  client.on("close", () => server.destroy())
  client.pipe(server)
  let came = Buffer.alloc(0)
  let passed = 0
  server.on("data", (chunk) => {
    came = Buffer.concat([came, chunk])
    const head = came.indexOf("\r\n\r\n") + 4
    const end = head < 4 ? came.length : head + most(came.subarray(head))
    if (end > passed) client.write(came.subarray(passed, end))
    passed = Math.max(passed, end)
    if (end < came.length) client.end(() => client.destroy())
  })
}

/** The end of the so-many-th message of a WebSocket, whose server masks nothing. */
export function afterMessages(count: number): (bytes: Buffer) => number {
  return (bytes) => {
    let at = 0
    for (let left = count; left > 0; left--) {
      if (at + 2 > bytes.length) return bytes.length
      const short = (bytes[at + 1] ?? 0) & 127
      const isLong = short >= 126
      if (isLong && at + (short === 126 ? 4 : 10) > bytes.length) return bytes.length
      const size = isLong ? (short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))) : short
      at += size + (isLong ? (short === 126 ? 4 : 10) : 2)
    }
    return Math.min(at, bytes.length)
  }
}
