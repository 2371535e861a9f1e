// A stream of server-sent events that its reader pulls: a slow reader holds up nothing, and costs no more memory than a few events.
import { type Frame, sseOf } from "./frame.ts"

export interface StreamOptions {
  readonly frames: AsyncIterator<readonly Frame[]>
  /** Ends the stream, and gives up what it follows. */
  readonly end: AbortController
  readonly timing: Timing
  /** What is sent when the frames fail. The stream ends with it. */
  readonly onError: (error: unknown) => string
  /** Ends the connection at once. */
  readonly cut: () => void
}

export interface Timing {
  /** A comment is sent when nothing else was for so long: proxies cut silent connections. */
  readonly heartbeatMs: number
  /** A reader that takes nothing for so long is cut. It comes back with the id of the last event it got. */
  readonly stalledMs: number
}

export const TIMING: Timing = { heartbeatMs: 15_000, stalledMs: 60_000 }

/** How long a client waits before it comes back. */
const RETRY_MS = 1000
const BEGINNING = Buffer.from(`retry: ${RETRY_MS}\n\n`)
const HEARTBEAT = Buffer.from(": still here\n\n")

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Asks nginx not to hold the stream back.
  "x-accel-buffering": "no",
}

export function eventStream(options: StreamOptions): Response {
  return new Response(new ReadableStream(new Source(options), { highWaterMark: 1 }), { headers: HEADERS })
}

class Source {
  readonly #options: StreamOptions
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #stalled: NodeJS.Timeout | undefined
  readonly #onEnd = () => this.#close()

  constructor(options: StreamOptions) {
    this.#options = options
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    const { end, timing } = this.#options
    this.#controller = controller
    controller.enqueue(BEGINNING)
    this.#heartbeat = setInterval(() => this.#beat(), timing.heartbeatMs).unref()
    this.#stalled = setInterval(() => this.#look(), timing.stalledMs).unref()
    end.signal.addEventListener("abort", this.#onEnd)
    if (end.signal.aborted) this.#close()
  }

  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#stalled?.refresh()
    try {
      const next = await this.#options.frames.next()
      if (this.#controller === undefined) return
      if (next.done === true) {
        this.#close()
        return
      }
      this.#heartbeat?.refresh()
      controller.enqueue(sseOf(next.value))
    } catch (error) {
      if (this.#controller === undefined) return
      controller.enqueue(Buffer.from(`event: error\ndata: ${this.#options.onError(error)}\n\n`))
      this.#close()
    }
  }

  cancel(): void {
    this.#stop()
  }

  #beat(): void {
    if (this.#hasTakenAll()) this.#controller?.enqueue(HEARTBEAT)
  }

  #look(): void {
    if (this.#hasTakenAll()) return
    this.#options.cut()
    this.#close()
  }

  #hasTakenAll(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0
  }

  #close(): void {
    const controller = this.#controller
    this.#stop()
    controller?.close()
  }

  #stop(): void {
    const { end, frames } = this.#options
    this.#controller = undefined
    clearInterval(this.#heartbeat)
    clearInterval(this.#stalled)
    end.signal.removeEventListener("abort", this.#onEnd)
    end.abort()
    void frames.return?.()
  }
}
