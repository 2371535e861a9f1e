// A stream of server-sent events that its reader pulls: a slow reader holds up nothing, and costs no more memory than one event.

export interface Sent {
  /** Where a reader that has got this event comes back to. */
  readonly id: string
  readonly event: string
  readonly data: string
}

export interface StreamOptions {
  readonly events: AsyncIterator<readonly Sent[]>
  /** Ends the stream, and gives up what it follows. */
  readonly end: AbortController
  /** A comment is sent when nothing else was for so long: proxies cut silent connections. */
  readonly heartbeatMs: number
  /** A reader that takes nothing for so long is cut. It comes back with the id of the last event it got. */
  readonly stalledMs: number
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Asks nginx not to hold the stream back.
  "x-accel-buffering": "no",
}

export function eventStream(options: StreamOptions): Response {
  const { events, end, heartbeatMs, stalledMs } = options
  const encoder = new TextEncoder()
  let pending: Promise<IteratorResult<readonly Sent[]>> | undefined
  let stalled: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(stalled)
    end.abort()
    void events.return?.()
  }
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(`retry: ${RETRY_MS}\n\n`)),
      async pull(controller) {
        clearTimeout(stalled)
        pending ??= events.next()
        const next = await orTimeout(pending, heartbeatMs)
        if (next === "timeout") controller.enqueue(encoder.encode(": still here\n\n"))
        else {
          pending = undefined
          if (next.done === true) {
            stop()
            controller.close()
            return
          }
          controller.enqueue(encoder.encode(next.value.map(written).join("")))
        }
        stalled = setTimeout(() => {
          stop()
          controller.error(new Error("The reader takes nothing."))
        }, stalledMs)
        stalled.unref()
      },
      cancel: stop,
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { headers: HEADERS })
}

/** How long a client waits before it comes back. */
const RETRY_MS = 1000

function written({ id, event, data }: Sent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`
}

async function orTimeout<T>(wanted: Promise<T>, ms: number): Promise<T | "timeout"> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<"timeout">((resolve) => {
    timer = setTimeout(resolve, ms, "timeout")
  })
  try {
    return await Promise.race([wanted, timeout])
  } finally {
    clearTimeout(timer)
  }
}
