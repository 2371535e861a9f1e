// The deadlines of all requests of a process, kept by one timer. A request that ends in time sets none: the timer is set only
// for a deadline that is earlier than the one it waits for, and looks at every request when it fires.

/** Something that must not take too long. */
export interface Watched {
  /** When it is late, by `performance.now()`. It may move to a later time at any moment. */
  readonly due: number
  /** Called when that time has passed. It has to be forgotten then, or to have another deadline. */
  late(): void
}

/** Where the time comes from. */
export interface Timing {
  now(): number
  /** Returns a function that takes it back. */
  after(ms: number, act: () => void): () => void
}

const SYSTEM: Timing = {
  now: () => performance.now(),
  after(ms, act) {
    // The socket of a request keeps the process alive, not its deadline.
    const timer = setTimeout(act, ms).unref()
    return () => clearTimeout(timer)
  },
}

export class Deadlines {
  readonly #timing: Timing
  readonly #watched = new Set<Watched>()
  #takeBack = () => {}
  #firesAt = Number.POSITIVE_INFINITY

  constructor(timing: Timing = SYSTEM) {
    this.#timing = timing
  }

  /** Call it at first, and when the deadline has moved to an earlier time. */
  watch(watched: Watched): void {
    this.#watched.add(watched)
    if (watched.due < this.#firesAt) this.#fireAt(watched.due)
  }

  forget(watched: Watched): void {
    this.#watched.delete(watched)
  }

  #fireAt(due: number): void {
    this.#takeBack()
    this.#firesAt = due
    this.#takeBack = this.#timing.after(Math.ceil(due - this.#timing.now()), this.#onTimer)
  }

  readonly #onTimer = (): void => {
    this.#firesAt = Number.POSITIVE_INFINITY
    const now = this.#timing.now()
    for (const watched of [...this.#watched]) if (watched.due <= now) watched.late()
    let next = Number.POSITIVE_INFINITY
    for (const { due } of this.#watched) next = Math.min(next, due)
    if (next !== Number.POSITIVE_INFINITY) this.#fireAt(next)
  }
}

/** Those of the process. */
export const deadlines = new Deadlines()
