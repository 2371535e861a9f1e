// How many runs this process has at once. A run that only waits for another session lends its slot, or that one might never get one.

export class Slots {
  readonly #size: number
  readonly #lent = new Map<string, number>()
  readonly #waiting = new Set<() => void>()
  #taken = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Resolves with the function that gives the slot back, or with undefined when the signal is aborted before there is one. */
  async take(signal: AbortSignal): Promise<(() => void) | undefined> {
    while (this.#taken - this.#lent.size >= this.#size && !signal.aborted) await this.#next(signal)
    if (signal.aborted) return undefined
    this.#taken += 1
    return () => {
      this.#taken -= 1
      this.#tell()
    }
  }

  /** Until the returned function is called. */
  lend(session: string): () => void {
    this.#lent.set(session, (this.#lent.get(session) ?? 0) + 1)
    this.#tell()
    let isLent = true
    return () => {
      const left = (this.#lent.get(session) ?? 1) - (isLent ? 1 : 0)
      isLent = false
      if (left > 0) this.#lent.set(session, left)
      else this.#lent.delete(session)
    }
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        signal.removeEventListener("abort", done)
        resolve()
      }
      this.#waiting.add(done)
      signal.addEventListener("abort", done)
    })
  }

  #tell(): void {
    for (const done of this.#waiting) done()
  }
}
