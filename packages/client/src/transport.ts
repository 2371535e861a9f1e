// Sends requests: the token in a header, never in the URL; one error for all failures; the same request again when the
// connection breaks, where the server does it once only.
import { Crowd } from "./crowd.ts"
import { errorOf, isCrowded, isFinal, PawlClientError } from "./error.ts"
import { FetchSource } from "./fetch-source.ts"
import { Loss } from "./outage.ts"
import { Pause, type Pauses } from "./pause.ts"
import { type Resting, RestingSource } from "./resting-source.ts"
import { SocketSource } from "./socket-source.ts"
import type { Source } from "./source.ts"
import { OPERATIONS, type Operations } from "./wire.ts"

export interface ConnectOptions {
  /** Where the server is: "https://pawl.example.com". */
  readonly url: string
  /** Sent with each request; a function is asked each time. A server on this machine may need none. */
  readonly token?: string | (() => string | Promise<string>)
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** How long to wait between tries. */
  readonly pauses?: Pauses
  /** How often a request is tried when the connection breaks; 6 unless given. Streams of events are tried without an end. */
  readonly tries?: number
  /**
   * How long a message waits for a server that takes no more for now, in milliseconds: it is sent again when the server says so,
   * under the same id; 5 minutes unless given.
   */
  readonly crowdedMs?: number
  /** Called when a message begins to wait for such a server, with the time until it is sent again: once for each message. */
  readonly onCrowded?: (retryAfterMs: number) => void
  /** A stream that is silent for so long is opened again; 45 seconds unless given. The server sends something every 15. */
  readonly silentMs?: number
  /** Called when a stream of events has lost its connection and tries again: once, until one is connected. */
  readonly onLost?: () => void
  /** Called after `onLost`, when a stream is connected again. */
  readonly onBack?: () => void
  /**
   * Events come over one WebSocket, however many streams are open: browsers allow six connections to a host. Where none can be
   * opened, each stream has a connection of its own. Default: false.
   */
  readonly socket?: boolean
  /** Which streams have no connection for now, where each has one of its own. They go on where they were. None rests unless given. */
  readonly resting?: Resting
  /** A stream that gets no answer for so long ends with an error; without an end unless given. */
  readonly giveUpMs?: number
}

export type Name = keyof Operations
type Field<N extends Name, F extends keyof Operations[N]> = Operations[N][F]
type Given<T, K extends string> = T extends undefined ? { readonly [P in K]?: undefined } : { readonly [P in K]: T }

/** What an operation is called with: the parameters of its path, its query, its body. */
export type Asked<N extends Name> = Given<Field<N, "params">, "params"> &
  (Field<N, "query"> extends undefined ? { readonly query?: undefined } : { readonly query?: Field<N, "query"> }) &
  Given<Field<N, "body">, "body">

export interface How {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** A body that is no JSON. */
  readonly raw?: { readonly type: string; readonly body: string | ReadableStream<Uint8Array> }
  /** False: a request that may have been carried out is not sent again. */
  readonly again?: boolean
}

export class Transport {
  readonly options: ConnectOptions
  /** Where events come from. */
  readonly source: Source
  readonly loss: Loss
  readonly #base: string
  readonly #closed = new AbortController()

  constructor(options: ConnectOptions) {
    this.options = options
    this.#base = baseOf(options.url)
    if (typeof options.token === "string") checkToken(options.token)
    const plain = new FetchSource(this)
    const streams = options.resting === undefined ? plain : new RestingSource(plain, options.resting)
    this.source = options.socket === true ? new SocketSource(this, streams) : streams
    this.loss = new Loss(options)
  }

  get socketUrl(): string {
    return `${this.#base.replace(/^http/, "ws")}${OPERATIONS["events.socket"][1]}`
  }

  /** The token for the next request. */
  async token(): Promise<string | undefined> {
    const { token } = this.options
    if (typeof token !== "function") return token
    const given = await askedFor(token)
    checkToken(given)
    return given
  }

  /** Aborted when the client is closed. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  close(): void {
    this.#closed.abort(new PawlClientError("The client was closed.", { code: "client-closed", retryable: false }))
  }

  /** Calls an operation, and reads its answer. */
  async call<N extends Name>(name: N, asked: Asked<N>, how: How = {}): Promise<Field<N, "answer">> {
    const text = await this.#tried(name, asked, how, (response) => response.text())
    try {
      // The types are made from the schemas that the server answers by.
      return JSON.parse(text) as Field<N, "answer">
    } catch (cause) {
      throw noPawl(this.#base, cause)
    }
  }

  /** Calls an operation whose answer is bytes. */
  async bytes<N extends Name>(name: N, asked: Asked<N>, how: How = {}): Promise<Uint8Array> {
    return new Uint8Array(await this.#tried(name, asked, how, (response) => response.arrayBuffer()))
  }

  /** The answer itself, for streams. */
  response<N extends Name>(name: N, asked: Asked<N>, how: How = {}): Promise<Response> {
    return this.#tried(name, asked, how, async (response) => response)
  }

  /** Reading an answer failed: the client was closed, or the connection broke. */
  broken(cause: unknown): never {
    this.closed.throwIfAborted()
    throw unreachable(this.#base, cause)
  }

  /** Tries until the answer is read: the connection may break in the middle of it. */
  async #tried<N extends Name, T>(
    name: N,
    asked: Asked<N>,
    how: How,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const [method] = OPERATIONS[name]
    const { again = method === "GET" } = how
    const { tries = 6, pauses } = this.options
    const signal = how.signal === undefined ? this.closed : AbortSignal.any([how.signal, this.closed])
    const pause = new Pause(pauses)
    const crowd = new Crowd(this.options)
    for (let left = again ? tries : 1; ; left -= 1) {
      let leastMs = 0
      try {
        const response = await this.once(name, asked, { ...how, signal })
        return await read(response).catch((cause: unknown) => this.broken(cause))
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof PawlClientError) leastMs = error.retryAfterMs
        // It was asked to come back, so this is no failure that uses up a try.
        if (again && isCrowded(error) && crowd.waitsAfter(error)) left += 1
        else if (left <= 1 || isCrowded(error) || isFinal(error)) throw error
      }
      await pause.next(signal, leastMs)
      signal.throwIfAborted()
    }
  }

  /** One try. */
  async once<N extends Name>(name: N, asked: Asked<N>, { signal, headers, raw }: How): Promise<Response> {
    const [method] = OPERATIONS[name]
    const { fetch = globalThis.fetch } = this.options
    const { body, query } = asked as { readonly body?: unknown; readonly query?: Query }
    const known = await this.token()
    const sent = body === undefined ? raw : { type: "application/json", body: JSON.stringify(body) }
    const response = await fetch(`${this.#base}${pathOf(name, asked.params ?? {})}${queryOf(query)}`, {
      method,
      headers: {
        ...(known !== undefined && known !== "" && { authorization: `Bearer ${known}` }),
        ...(sent !== undefined && { "content-type": sent.type }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent.body }),
      ...(signal !== undefined && { signal }),
      // A redirect would send the token elsewhere.
      redirect: "error",
    }).catch((cause: unknown) => {
      throw signal?.aborted === true ? signal.reason : unreachable(this.#base, cause)
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

function baseOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new PawlClientError(`"${given}" is no URL of a server. Write connect({ url: "https://pawl.example.com" }).`, {
      code: "config-invalid",
      retryable: false,
    })
  if (url.username !== "" || url.password !== "" || url.search !== "")
    throw new PawlClientError("A token never stands in a URL, where logs would keep it. Pass it as `token`.", {
      code: "config-invalid",
      retryable: false,
    })
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`
}

/** As a header takes it. The message never repeats it. */
function checkToken(token: string): void {
  if (typeof token === "string" && /^[\x20-\x7e\x80-\xff]*$/.test(token)) return
  throw new PawlClientError(
    "The token has characters that no header takes, as a line break. Pass it as the server gave it.",
    { code: "config-invalid", retryable: false },
  )
}

async function askedFor(token: () => string | Promise<string>): Promise<string> {
  try {
    return await token()
  } catch (cause) {
    throw new PawlClientError("The function `token` failed, so nothing was sent. Its error is the cause.", {
      code: "token-missing",
      retryable: false,
      cause,
    })
  }
}

function pathOf(name: Name, params: Readonly<Record<string, string>>): string {
  return OPERATIONS[name][1].replace(/\{(\w+)\}/g, (_all, key: string) => encodeURIComponent(params[key] ?? ""))
}

type Query = Readonly<Record<string, string | number | null | readonly (string | number)[] | undefined>>

function queryOf(query: Query = {}): string {
  const words = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const each of [value].flat()) if (each !== undefined && each !== null) words.append(key, String(each))
  return words.size === 0 ? "" : `?${words}`
}

function unreachable(base: string, cause: unknown): PawlClientError {
  const why = reasonIn(cause)
  return new PawlClientError(
    `The server at ${base} cannot be reached${why === "" ? "" : ` (${why})`}. Check the URL and that the server runs.`,
    { code: "server-unreachable", retryable: true, cause },
  )
}

function noPawl(base: string, cause: unknown): PawlClientError {
  return new PawlClientError(`What answers at ${base} is no Pawl server: it sent no JSON. Check the URL.`, {
    code: "answer-unknown",
    retryable: false,
    status: 200,
    cause,
  })
}

/** Node hides the reason in the cause. */
function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return ""
  const { cause } = error
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message
  return error.message
}
