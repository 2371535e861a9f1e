// The load, in a process of its own: viewers that are cut and slow, and as many requests as a server answers.
import { connect, type Socket } from "node:net"
import { type Told, Viewer } from "./viewer.ts"

export type Order =
  | { readonly kind: "view"; readonly url: string; readonly sessions: number; readonly viewers: number }
  | { readonly kind: "judge"; readonly url: string }
  | {
      readonly kind: "rate"
      readonly url: string
      readonly what: "list" | "text" | "send"
      readonly ms: number
      readonly sessions: number
    }

const viewers: { readonly session: string; readonly viewer: Viewer }[] = []
const delays: number[] = []

process.on("message", async (order: Order) => {
  if (order.kind === "view") process.send?.(await view(order))
  else if (order.kind === "judge") process.send?.(await judge(order.url))
  else process.send?.({ perSecond: await rate(order) })
})

/** Resolves when all are connected; they go on by themselves. */
async function view({ url, sessions, viewers: wanted }: Extract<Order, { kind: "view" }>): Promise<object> {
  for (let each = 0; each < wanted; each++) {
    const session = `s${each % sessions}`
    const isSlow = each % 20 === 7
    viewers.push({
      session,
      viewer: new Viewer({ url, session, isCut: each % 2 === 0, isSlow, onDelay: (ms) => delays.push(ms) }),
    })
    if (each % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { viewing: wanted }
}

/** Compares what each viewer was told with what a reader gets that is never cut. */
async function judge(url: string): Promise<object> {
  const late = new Promise((resolve) => setTimeout(resolve, 60_000))
  await Promise.race([Promise.all(viewers.map(({ viewer }) => viewer.over)), late])
  const known = new Map<string, Told>()
  let [lost, doubled, cuts] = [0, 0, 0]
  for (const { session, viewer } of viewers) {
    const whole = known.get(session) ?? (await uncut(url, session))
    known.set(session, whole)
    const told = new Set(viewer.durable)
    lost += whole.durable.filter((each) => !told.has(each)).length
    doubled += viewer.durable.length - told.size
    for (const [attempt, text] of whole.texts) if (viewer.texts.get(attempt) !== text) lost++
    cuts += viewer.cuts
  }
  delays.sort((a, b) => a - b)
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? 0
  return { lost, doubled, cuts, measured: delays.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

async function uncut(url: string, session: string): Promise<Told> {
  const viewer = new Viewer({ url, session, isCut: false, isSlow: false, onDelay: () => {} })
  await viewer.over
  return viewer
}

const CONNECTIONS = 16

/** Requests a second, over connections that stay open, one request at a time on each. */
async function rate({ url, what, ms, sessions }: Extract<Order, { kind: "rate" }>): Promise<number> {
  const until = performance.now() + ms
  let answered = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, lane) => {
      const line = new Line(Number(new URL(url).port))
      for (let each = 0; performance.now() < until; each++) {
        await line.ask(what === "send" ? send(`q${(lane * 1000 + each) % sessions}`) : READS[what])
        answered++
      }
      line.close()
    }),
  )
  return answered / ((performance.now() - began) / 1000)
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`
const READS = { list: get("/v1/sessions"), text: get("/text") }
let sent = 0

function send(session: string): string {
  const body = JSON.stringify({ input: "quick", id: `m${process.pid}-${sent++}` })
  return `POST /v1/sessions/${session}/messages HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

/** A connection that does as little as it can, so that the server is what is measured. */
class Line {
  readonly #socket: Socket
  #left = 0
  #head = ""
  #done: () => void = () => {}
  #fail: (error: Error) => void = () => {}

  constructor(port: number) {
    this.#socket = connect(port, "127.0.0.1")
    this.#socket.setNoDelay(true)
    this.#socket.on("data", (chunk) => this.#take(chunk))
    this.#socket.on("error", (error) => this.#fail(error))
  }

  ask(request: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#done = resolve
      this.#fail = reject
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#left > 0) {
      this.#left -= chunk.length
    } else {
      this.#head += chunk.toString("latin1", 0, Math.min(chunk.length, 4000))
      const end = this.#head.indexOf("\r\n\r\n")
      if (end < 0) return
      const length = /content-length: (\d+)/i.exec(this.#head)?.[1]
      const status = this.#head.slice(9, 12)
      if (length === undefined || !status.startsWith("2")) {
        this.#fail(new Error(this.#head.slice(0, 500)))
        return
      }
      this.#left = Number(length) - (chunk.length - (end + 4))
      this.#head = ""
    }
    if (this.#left <= 0) {
      this.#left = 0
      this.#done()
    }
  }
}
