// What came over a shared connection for one stream, until its reader takes it.

export class Inbox {
  readonly #events: unknown[] = []
  #over: { readonly error?: unknown } | undefined
  #wake = () => {}

  get size(): number {
    return this.#events.length
  }

  push(event: unknown): void {
    if (this.#over !== undefined) return
    this.#events.push(event)
    this.#wake()
  }

  /** The first end counts. What came before it is still read. */
  end(): void {
    this.#finish({})
  }

  fail(error: unknown): void {
    this.#finish({ error })
  }

  #finish(over: { readonly error?: unknown }): void {
    this.#over ??= over
    this.#wake()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void, void> {
    for (;;) {
      while (this.#events.length > 0) yield this.#events.shift()
      if (this.#over !== undefined) {
        if ("error" in this.#over) throw this.#over.error
        return
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}
