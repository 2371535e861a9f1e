// One HTTP request to a model, directly on undici's dispatch: deadlines, abort, and a limit on the bytes read.
import type { Dispatcher } from "undici"
import type { ModelError, Reply } from "../../contracts/answer.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import type { Headers } from "./classify.ts"
import type { Handler } from "./client-list.ts"
import type { Connections } from "./connections.ts"
import { deadlines, type Watched } from "./deadlines.ts"
import { ABORTED, cutShort, type Peer, tooSlow, unreachable, unreadableAnswer } from "./failures.ts"
import type { Limits } from "./limits.ts"
import type { Receiver } from "./receiver.ts"

export interface Call {
  readonly dispatcher: Connections
  readonly origin: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: Buffer
  readonly peer: Peer
  readonly limits: Limits
  readonly signal: StopSignal
  readonly receiver: Receiver
}

/** `closing`: the answer is complete, and the response still open. */
type Phase = "connecting" | "waiting" | "reading" | "closing"

/** How long a provider may keep the response open after its last event. */
const CLOSING_MS = 1000

/** One shared error: the reply carries the reason, and a stack trace would cost more than the rest of an abort. */
const HANG_UP = new Error("The request is over.")

export function exchange(call: Call): Promise<Reply> {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  new Exchange(call, resolve).begin()
  return promise
}

class Exchange implements Handler, Watched {
  readonly #call: Call
  readonly #resolve: (reply: Reply) => void
  #controller: Dispatcher.DispatchController | undefined
  #phase: Phase = "connecting"
  readonly #began = performance.now()
  /** When this phase is late. */
  due: number
  /** Whether undici has been given the request. With a connection at hand, it starts within that call. */
  #isGiven = false
  #bytes = 0
  #over = false

  constructor(call: Call, resolve: (reply: Reply) => void) {
    this.#call = call
    this.#resolve = resolve
    this.due = this.#began + call.limits.connectMs
  }

  /** Nobody waits for it any more. */
  get isOver(): boolean {
    return this.#over
  }

  begin(): void {
    const { dispatcher, origin, path, headers, body, signal } = this.#call
    signal.addEventListener("abort", this.#onAbort)
    try {
      dispatcher.dispatch({ origin, path, method: "POST", headers, body, headersTimeout: 0, bodyTimeout: 0 }, this)
    } catch (error) {
      this.#fail(unreachable(this.#call.peer, error))
    }
    this.#isGiven = true
    if (this.#phase === "connecting" && !this.#over) deadlines.watch(this)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#over) controller.abort(HANG_UP)
    else this.#enter("waiting", this.#isGiven ? performance.now() : this.#began)
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Headers): void {
    if (this.#over || status < 200) return
    this.#call.receiver.start(status, headers)
    if (this.#call.receiver.hasFailed) this.#end()
  }

  onResponseData(_controller: Dispatcher.DispatchController, bytes: Buffer): void {
    if (this.#over) return
    const { receiver, limits, peer } = this.#call
    this.#bytes += bytes.length
    const before = receiver.progress
    receiver.data(bytes)
    // Only progress resets the silence deadline: a stream of comments counts as silent.
    if (receiver.progress !== before && this.#phase !== "closing")
      this.#enter(receiver.isDone ? "closing" : "reading", performance.now())
    if (receiver.hasFailed) this.#end()
    else if (this.#bytes > limits.answerBytes) {
      const what = `more than ${limits.answerBytes} bytes where an answer was expected`
      this.#fail(unreadableAnswer(peer, "answer-too-large", what))
    }
  }

  onResponseEnd(): void {
    if (this.#over) return
    this.#finish(this.#call.receiver.end())
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#over) return
    const { receiver, peer } = this.#call
    if (this.#phase === "connecting") this.#fail(unreachable(peer, error))
    else this.#finish(receiver.settle(() => cutShort(peer, error)))
  }

  readonly #onAbort = (): void => this.#fail(ABORTED)

  late(): void {
    const { limits, peer } = this.#call
    if (this.#phase === "closing") {
      this.#end()
      return
    }
    const { code, what } = TOO_SLOW[this.#phase]
    // Some endpoints say why the answer ends, and neither that it is over nor that the response is.
    this.#end(() => tooSlow(peer, code, what, limitOf(this.#phase, limits)))
  }

  #enter(phase: Phase, now: number): void {
    const isOther = phase !== this.#phase
    this.#phase = phase
    this.due = now + limitOf(phase, this.#call.limits)
    // Within a phase the deadline only moves on.
    if (isOther) deadlines.watch(this)
  }

  /** Ends the exchange with the receiver's result, although the response is still open. */
  #end(otherwise = () => cutShort(this.#call.peer)): void {
    this.#finish(this.#call.receiver.settle(otherwise))
    this.#controller?.abort(HANG_UP)
  }

  #fail(error: ModelError): void {
    if (this.#over) return
    this.#finish(this.#call.receiver.fail(error))
    this.#controller?.abort(HANG_UP)
  }

  #finish(reply: Reply): void {
    this.#over = true
    deadlines.forget(this)
    this.#call.signal.removeEventListener("abort", this.#onAbort)
    this.#resolve(reply)
  }
}

const TOO_SLOW = {
  connecting: { code: "connect-timeout", what: "no connection" },
  waiting: { code: "first-byte-timeout", what: "no answer began" },
  reading: { code: "silence-timeout", what: "nothing more of its answer came" },
} as const satisfies Record<Exclude<Phase, "closing">, unknown>

function limitOf(phase: Phase, limits: Limits): number {
  switch (phase) {
    case "connecting":
      return limits.connectMs
    case "waiting":
      return limits.firstByteMs
    case "reading":
      return limits.silenceMs
    case "closing":
      return CLOSING_MS
  }
}
