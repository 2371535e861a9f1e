// Tells appends that follow on each other's heels from the ordinary ones. Putting a thread to sleep and waking it takes
// longer than an fsync on a fast disk: in a streak both threads stay awake between commits, otherwise they sleep at once.

/** An agent's rounds never get here: between their commits stands a model call. A bulk of single appends does. */
const LONG_ENOUGH = 8
const CLOSE_MS = 0.6

export class Streak {
  #length = 0
  #since = 0

  /** The thread has nothing to do from now on. */
  rest(): void {
    this.#since = performance.now()
  }

  /** It has again. */
  resume(): void {
    this.#length = this.#isClose() ? this.#length + 1 : 0
  }

  /** Whether to look again rather than sleep. */
  get isAwake(): boolean {
    return this.#length >= LONG_ENOUGH && this.#isClose()
  }

  #isClose(): boolean {
    return performance.now() - this.#since < CLOSE_MS
  }
}
