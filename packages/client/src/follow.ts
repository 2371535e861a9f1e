// The events of a session from a position on, over as many connections as it takes: none twice, none lost.
import { envelopeIn, isFinal, PawlClientError } from "./error.ts"
import { Pause } from "./pause.ts"
import { Seen } from "./seen.ts"
import { type ServerSent, serverSent } from "./sse.ts"
import type { ConnectOptions, Transport } from "./transport.ts"
import type { Event } from "./wire.ts"

export interface Following {
  readonly session: string
  /** The position after which it begins. */
  readonly after: string | number
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined
}

/** Ends when the signal is aborted or the client is closed; throws when the server says that there is nothing to follow. */
export async function* follow(transport: Transport, following: Following): AsyncGenerator<Event, void, void> {
  const { session, after } = following
  const { pauses, silentMs = 45_000 } = transport.options
  const signal =
    following.signal === undefined ? transport.closed : AbortSignal.any([following.signal, transport.closed])
  const seen = new Seen(after)
  const pause = new Pause(pauses)
  const outage = new Outage(transport.options)
  while (!signal.aborted) {
    try {
      const headers = { "last-event-id": seen.position, accept: "text/event-stream" }
      const response = await transport.once("events.session", { params: { session } }, { signal, headers })
      outage.over()
      if (response.body === null) return
      seen.again()
      for await (const message of serverSent(response.body, { silentMs })) {
        pause.reset()
        const event = seen.take(eventIn(message))
        if (event !== undefined) yield event
        if (signal.aborted) return
      }
    } catch (error) {
      if (signal.aborted) return
      if (isFinal(error)) throw error
      outage.goesOn(error)
    }
    await pause.next(signal)
  }
}

/** The time without a connection. */
class Outage {
  readonly #options: Pick<ConnectOptions, "onLost" | "giveUpMs">
  #since: number | undefined

  constructor(options: Pick<ConnectOptions, "onLost" | "giveUpMs">) {
    this.#options = options
  }

  over(): void {
    this.#since = undefined
  }

  goesOn(cause: unknown): void {
    const { onLost, giveUpMs = Number.POSITIVE_INFINITY } = this.#options
    if (this.#since === undefined) onLost?.()
    this.#since ??= performance.now()
    if (performance.now() - this.#since < giveUpMs) return
    const message = `The connection to the server was lost, and it has not answered for ${giveUpMs / 1000} seconds. The turn may run on there.`
    throw new PawlClientError(message, { code: "server-unreachable", retryable: true, cause })
  }
}

/** The last message of a stream that failed is the error. */
function eventIn({ id, event, data }: ServerSent): Event {
  const said = id === "" && event === "error" ? envelopeIn(data) : undefined
  if (said !== undefined) throw new PawlClientError(said.message, { ...said, status: said.retryable ? 503 : 409 })
  return JSON.parse(data)
}
