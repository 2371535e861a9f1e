// Streamable HTTP through the official client, plus what the client lacks: a limit on the size of an answer, an end to
// connections that flood, and an immediate failure when a stream ends without a valid answer, instead of at the deadline.
import { AsyncLocalStorage } from "node:async_hooks"
import {
  type AuthProvider,
  type FetchLike,
  isJSONRPCRequest,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client"
import type { HttpServer } from "./config.ts"
import { isNoProtocol, STREAM_ENDED, UNANSWERED } from "./explain-errors.ts"
import { HTTP_FLOOD, httpFloodDetector } from "./flood-detector.ts"
import { refusal } from "./malformed-answer.ts"
import type { Ending } from "./server-process.ts"

export interface HttpOptions {
  readonly maxMessageBytes: number
  readonly fetch?: FetchLike
  readonly authProvider?: AuthProvider
}

const LATE_MS = 1000

interface Asked {
  readonly id: string | number
  isStream: boolean
  /** A message arrived that is not valid. */
  isMalformed: boolean
}

type SendOptions = Parameters<StreamableHTTPClientTransport["send"]>[1]

export class HttpTransport extends StreamableHTTPClientTransport {
  /** Why we closed the connection. */
  ending: Ending | undefined
  /** The request whose answer is being read. */
  readonly #asked = new AsyncLocalStorage<Asked>()

  constructor(server: HttpServer, { maxMessageBytes, fetch: base = fetch, authProvider }: HttpOptions) {
    super(new URL(server.url), {
      requestInit: { headers: { ...server.headers } },
      ...(authProvider && { authProvider }),
      fetch: async (url, init) => {
        const response = await base(url, init)
        const asked = this.#asked.getStore()
        if (asked !== undefined) asked.isStream = isStreamed(response)
        return answered(bounded(response, maxMessageBytes), init?.body)
      },
      // Reconnect to a lost stream soon and not for long: the call behind it has a deadline.
      reconnectionOptions: {
        initialReconnectionDelay: 200,
        maxReconnectionDelay: 1000,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 2,
      },
    })
  }

  /** Call it after the client has installed its own handlers. */
  watch(): void {
    const { onmessage, onerror } = this
    const exceedsLimit = httpFloodDetector()
    this.onmessage = (message) => {
      if (this.ending !== undefined) return
      onmessage?.(message)
      if (!exceedsLimit(message)) return
      this.ending = { words: HTTP_FLOOD, isClean: false }
      void this.close()
    }
    this.onerror = (error) => {
      const asked = this.#asked.getStore()
      if (asked !== undefined && isNoProtocol(error)) {
        asked.isMalformed = true
        // In a stream the answer may still follow, but not much later.
        if (asked.isStream) setTimeout(() => onmessage?.(refusal(asked.id)), LATE_MS).unref()
        else onmessage?.(refusal(asked.id))
      }
      onerror?.(error)
    }
  }

  override send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !isJSONRPCRequest(message)) return super.send(message, options)
    const { id } = message
    const asked: Asked = { id, isStream: false, isMalformed: false }
    const ended = { jsonrpc: "2.0", id, error: { code: -32000, message: STREAM_ENDED } } as const
    // If the request was already answered, the client ignores this second answer.
    const onRequestStreamEnd = () => this.onmessage?.(asked.isMalformed ? refusal(id) : ended)
    return this.#asked.run(asked, () => super.send(message, { ...options, onRequestStreamEnd }))
  }
}

/** Status 202 is for messages that need no answer. For a request it means that no answer would ever come. */
function answered(response: Response, sent: unknown): Response {
  if (response.status === 202 && typeof sent === "string" && isJSONRPCRequest(JSON.parse(sent))) {
    throw new Error(UNANSWERED)
  }
  return response
}

/** Counts from the last event of a stream, or from the beginning of anything else. Returns Node's own `Response` class. */
export function bounded(response: Response, most: number): Response {
  if (response.body === null) return response
  const isStream = isStreamed(response)
  let unread = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      // One chunk per turn of the event loop, so that a flood cannot keep deadlines from being met.
      if (isStream) await new Promise((resolve) => setImmediate(resolve))
      const end = isStream ? lastEventEnd(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)) : -1
      unread = end === -1 ? unread + chunk.length : chunk.length - end
      if (unread > most) controller.error(new Error(`the server sent more than ${most} bytes in one message`))
      else controller.enqueue(chunk)
    },
  })
  const { status, statusText, headers } = response
  const copy = new Response(response.body.pipeThrough(counter), { status, statusText, headers })
  // A constructed response has no address, but redirects are judged by it.
  Object.defineProperty(copy, "url", { value: response.url })
  Object.defineProperty(copy, "redirected", { value: response.redirected })
  return copy
}

function isStreamed(response: Response): boolean {
  return response.headers.get("content-type")?.includes("text/event-stream") === true
}

function lastEventEnd(chunk: Buffer): number {
  return Math.max(chunk.lastIndexOf("\n\n"), chunk.lastIndexOf("\n\r\n"))
}
