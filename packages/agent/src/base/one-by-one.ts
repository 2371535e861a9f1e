// Hands out single items from the lists they come in. A list costs the promises of its generator, an item only its own.

export class OneByOne<Item> implements AsyncGenerator<Item, void, void> {
  readonly #lists: AsyncGenerator<readonly Item[], void, void>
  #list: readonly Item[] = []
  #at = 0
  /** The end of the last call that had to wait. It never rejects. */
  #busy: Promise<void> | undefined

  constructor(lists: AsyncGenerator<readonly Item[], void, void>) {
    this.#lists = lists
  }

  next(): Promise<IteratorResult<Item, void>> {
    if (this.#busy !== undefined || this.#at >= this.#list.length) return this.#inOrder(() => this.#nextList())
    return Promise.resolve(this.#take())
  }

  return(): Promise<IteratorResult<Item, void>> {
    this.#list = []
    return this.#inOrder(async () => ended(await this.#lists.return()))
  }

  throw(error: unknown): Promise<IteratorResult<Item, void>> {
    this.#list = []
    return this.#inOrder(async () => ended(await this.#lists.throw(error)))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #nextList(): Promise<IteratorResult<Item, void>> {
    while (this.#at >= this.#list.length) {
      const next = await this.#lists.next()
      if (next.done) return ended(next)
      this.#list = next.value
      this.#at = 0
    }
    return this.#take()
  }

  #take(): IteratorResult<Item, void> {
    return { done: false, value: this.#list[this.#at++] as Item }
  }

  /** Several calls at once are answered one after the other, as those of a generator are. */
  #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#busy === undefined ? work() : this.#busy.then(work)
    const over = () => {
      if (this.#busy === busy) this.#busy = undefined
    }
    const busy = result.then(over, over)
    this.#busy = busy
    return result
  }
}

function ended(_last: IteratorResult<unknown, void>): IteratorReturnResult<void> {
  return { done: true, value: undefined }
}
