// Events by HTTP: a connection for each stream.
import { envelopeIn, PawlClientError } from "./error.ts"
import type { Source, Stream } from "./source.ts"
import { type ServerSent, serverSent } from "./sse.ts"
import type { Transport } from "./transport.ts"

export class FetchSource implements Source {
  readonly #transport: Pick<Transport, "once" | "options">

  constructor(transport: Pick<Transport, "once" | "options">) {
    this.#transport = transport
  }

  async open(stream: Stream, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    const { body } = await this.#response(stream, signal)
    const { silentMs = 45_000 } = this.#transport.options
    return eventsIn(body ?? new ReadableStream(), silentMs)
  }

  #response(stream: Stream, signal: AbortSignal): Promise<Response> {
    const accept = "text/event-stream"
    if ("all" in stream) {
      const query = stream.owner === undefined ? {} : { owner: stream.owner }
      return this.#transport.once("events.all", { query }, { signal, headers: { accept } })
    }
    const { session, after } = stream
    const headers = { "last-event-id": after, accept }
    return this.#transport.once("events.session", { params: { session } }, { signal, headers })
  }
}

async function* eventsIn(body: ReadableStream<Uint8Array>, silentMs: number): AsyncGenerator<unknown, void, void> {
  for await (const message of serverSent(body, { silentMs })) yield eventIn(message)
}

/** The last message of a stream that failed is the error. */
function eventIn({ id, event, data }: ServerSent): unknown {
  const said = id === "" && event === "error" ? envelopeIn(data) : undefined
  if (said !== undefined) throw new PawlClientError(said.message, { ...said, status: said.retryable ? 503 : 409 })
  return JSON.parse(data)
}
