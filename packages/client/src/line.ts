// One WebSocket, with many streams of events on it. Each frame that comes carries the id of its stream.
import { type ErrorAbout, PawlClientError } from "./error.ts"
import { Inbox } from "./inbox.ts"
import type { Stream } from "./source.ts"

/** So many events may wait for a slow reader: then its stream is stopped, and opened again behind what was read. */
const MOST_WAITING = 2000
/** A server that is asked whether it is there says so within this time. */
const ANSWER_MS = 5000
/** A line without streams is closed after this time: the next stream often follows at once. */
const IDLE_MS = 1000
/** The server is about to stop, or another one takes over: no accident. */
const GOING_AWAY = 1001

interface Frame {
  readonly id?: string | number | null
  readonly event?: unknown
  readonly end?: true
  readonly status?: number
  readonly body?: { readonly error?: ErrorAbout & { readonly message: string } }
}

export class Line {
  readonly #socket: WebSocket
  readonly #silentMs: number
  readonly #inboxes = new Map<string, Inbox>()
  readonly #pulse: ReturnType<typeof setInterval>
  #idle: ReturnType<typeof setTimeout> | undefined
  #check: ReturnType<typeof setTimeout> | undefined
  #heardAt = performance.now()
  #count = 0
  #isOver = false

  /** `socket` is open. */
  constructor(socket: WebSocket, silentMs: number) {
    this.#socket = socket
    this.#silentMs = silentMs
    this.#pulse = setInterval(() => this.#beat(), silentMs / 3)
    socket.onmessage = ({ data }) => this.#take(String(data))
    socket.onclose = ({ code }) => this.#end(code === GOING_AWAY ? undefined : lost())
    this.#rest()
  }

  get isOver(): boolean {
    return this.#isOver
  }

  open(stream: Stream, signal: AbortSignal): AsyncIterable<unknown> {
    clearTimeout(this.#idle)
    const id = `s${++this.#count}`
    const inbox = new Inbox()
    if (this.#isOver) inbox.end()
    else this.#inboxes.set(id, inbox)
    this.#send({ id, ...asked(stream) })
    return this.#events(id, inbox, signal)
  }

  close(): void {
    this.#end(undefined)
  }

  /** Lost, unless the server says soon that it is there. */
  check(): void {
    if (this.#check !== undefined || this.#isOver) return
    const asked = performance.now()
    this.#askIfAlive()
    this.#check = setTimeout(() => {
      this.#check = undefined
      if (this.#heardAt < asked) this.#end(lost())
    }, ANSWER_MS)
  }

  async *#events(id: string, inbox: Inbox, signal: AbortSignal): AsyncGenerator<unknown, void, void> {
    const stop = () => inbox.end()
    signal.addEventListener("abort", stop)
    if (signal.aborted) stop()
    try {
      yield* inbox
    } finally {
      signal.removeEventListener("abort", stop)
      if (this.#inboxes.delete(id)) this.#send({ id, stop: true })
      this.#rest()
    }
  }

  #take(data: string): void {
    this.#heardAt = performance.now()
    const { id, event, end, status, body } = JSON.parse(data) as Frame
    const inbox = this.#inboxes.get(String(id))
    if (inbox === undefined) return
    if (event !== undefined) inbox.push(event)
    if (status !== undefined) inbox.fail(refusal(status, body))
    if (inbox.size > MOST_WAITING) this.#send({ id, stop: true })
    if (end === true || inbox.size > MOST_WAITING) inbox.end()
  }

  /** A browser does not show the pings of a server: the answer to a request is a sign of life, too. */
  #beat(): void {
    const silence = performance.now() - this.#heardAt
    if (silence > this.#silentMs) this.#end(lost())
    else if (silence > this.#silentMs / 4) this.#askIfAlive()
  }

  #askIfAlive(): void {
    this.#send({ id: "alive", method: "GET", path: "/healthz" })
  }

  #rest(): void {
    clearTimeout(this.#idle)
    if (this.#inboxes.size === 0 && !this.#isOver) this.#idle = setTimeout(() => this.close(), IDLE_MS)
  }

  #end(error: PawlClientError | undefined): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#pulse)
    clearTimeout(this.#idle)
    clearTimeout(this.#check)
    this.#socket.close()
    for (const inbox of this.#inboxes.values()) {
      if (error === undefined) inbox.end()
      else inbox.fail(error)
    }
    this.#inboxes.clear()
  }

  #send(frame: object): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

function asked(stream: Stream): object {
  if ("session" in stream) return { follow: stream.session, after: stream.after }
  return { followAll: true, ...(stream.owner !== undefined && { owner: stream.owner }) }
}

function refusal(status: number, body: Frame["body"]): PawlClientError {
  const { message = `The server answered ${status}.`, code = "answer-unknown", ...rest } = body?.error ?? {}
  return new PawlClientError(message, { retryable: status >= 500, ...rest, code, status })
}

function lost(): PawlClientError {
  return new PawlClientError("The connection to the server was lost.", { code: "server-unreachable", retryable: true })
}
