// Reads server-sent events as a client does: byte by byte from a fetch, with ids, names and comments.

export interface Received {
  readonly id: string
  readonly event: string
  readonly data: string
}

export class SseReader {
  readonly response: Response
  readonly #cut: AbortController
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ""
  /** How much of the text has no end of an event in it. */
  #seen = 0
  #id = ""
  /** Comments that were received: heartbeats. */
  comments = 0

  private constructor(response: Response, cut: AbortController) {
    this.response = response
    this.#cut = cut
    this.#chunks = (response.body as unknown as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  }

  static async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<SseReader> {
    const cut = new AbortController()
    return new SseReader(await fetch(url, { headers, signal: cut.signal }), cut)
  }

  /** The id of the last event: where to come back to. */
  get id(): string {
    return this.#id
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<Received | undefined> {
    for (;;) {
      const received = await this.block()
      if (received !== null) return received
    }
  }

  /** The next event, or null for a block that is none: a comment. Undefined at the end of the stream. */
  async block(): Promise<Received | null | undefined> {
    for (;;) {
      const end = this.#text.indexOf("\n\n", this.#seen)
      if (end >= 0) {
        const block = this.#text.slice(0, end)
        this.#text = this.#text.slice(end + 2)
        this.#seen = 0
        return this.#read(block) ?? null
      }
      this.#seen = Math.max(0, this.#text.length - 1)
      if (!(await this.more())) return undefined
    }
  }

  /** Reads more bytes. False at the end. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done === true) return false
    this.#text += this.#decoder.decode(value, { stream: true })
    return true
  }

  /** All events up to the first with this name. */
  async until(name: string): Promise<readonly Received[]> {
    const all: Received[] = []
    for (;;) {
      const next = await this.next()
      if (next === undefined) throw new Error(`The stream ended before ${name}.`)
      all.push(next)
      if (next.event === name) return all
    }
  }

  cut(): void {
    this.#cut.abort()
  }

  #read(block: string): Received | undefined {
    if (block.startsWith(":")) this.comments++
    const fields = new Map(
      block.split("\n").map((line) => [line.split(":", 1)[0] ?? "", line.replace(/^[^:]*: ?/, "")]),
    )
    this.#id = fields.get("id") ?? this.#id
    const data = fields.get("data")
    return data === undefined ? undefined : { id: this.#id, event: fields.get("event") ?? "message", data }
  }
}
