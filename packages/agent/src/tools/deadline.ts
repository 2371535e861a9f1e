// Deadlines for promises: when the work is late, a fallback value is returned instead.
import type { Soon } from "../base/at-hand.ts"
import type { Clock } from "../contracts/clock.ts"

export interface Deadline<T> {
  readonly ms: number
  readonly clock: Clock
  readonly late: () => T
}

/** The work's value, at once if it is at hand, or the value of `late` once `ms` have passed. The work itself goes on; stop it in `late`. */
export function within<T>(work: Soon<T>, { ms, clock, late }: Deadline<T>): Soon<T> {
  if (!(work instanceof Promise)) return work
  return new Promise<T>((resolve, reject) => {
    const cancelTimer = clock.after(ms, () => resolve(late()))
    work.then(resolve, reject).then(cancelTimer)
  })
}

/** How the work itself can move its deadline. */
export interface DeadlineControl {
  /** Reports progress: the deadline starts anew, but never goes past `mostMs` in total. */
  extend(): void
  /** Stops the deadline while the work waits for a person or a model, until the returned function is called. */
  hold(): () => void
}

/** As `within`, for work that can report progress. A timer is needed only for work that does not end at once. */
export class MovingDeadline implements DeadlineControl {
  readonly #clock: Clock
  readonly #ms: number
  readonly #mostMs: number
  readonly #began: number
  #since: number
  #holders = 0
  #heldSince = 0
  #heldMs = 0
  #cancelTimer: (() => void) | undefined
  #fire: ((afterMs: number) => void) | undefined

  /** `mostMs`: the limit in total, however often the deadline is extended. `began`: when the work began, if before now. */
  constructor(clock: Clock, ms: number, mostMs = ms, began = clock.monotonic()) {
    this.#clock = clock
    this.#ms = ms
    this.#mostMs = mostMs
    this.#began = began
    this.#since = began
  }

  /** The work's value, at once if it is at hand. `late`: called with the limit that was reached. */
  of<T>(work: Soon<T>, late: (afterMs: number) => T): Soon<T> {
    if (!(work instanceof Promise)) {
      this.end()
      return work
    }
    return new Promise<T>((resolve, reject) => {
      this.#fire = (afterMs) => {
        this.end()
        resolve(late(afterMs))
      }
      if (this.#holders === 0) this.#arm()
      work.then(resolve, reject).then(() => this.end())
    })
  }

  extend(): void {
    if (this.#holders === 0) this.#armAnew()
  }

  hold(): () => void {
    if (this.#holders === 0) this.#heldSince = this.#clock.monotonic()
    this.#holders += 1
    this.#cancelTimer?.()
    let isHeld = true
    return () => {
      if (isHeld) this.#release()
      isHeld = false
    }
  }

  /** From now on `extend` and release functions start no timer: nothing would stop it. */
  end(): void {
    this.#holders = Number.POSITIVE_INFINITY
    this.#cancelTimer?.()
  }

  #release(): void {
    this.#holders -= 1
    if (this.#holders > 0) return
    this.#heldMs += this.#clock.monotonic() - this.#heldSince
    this.#armAnew()
  }

  #armAnew(): void {
    this.#since = this.#clock.monotonic()
    this.#arm()
  }

  #arm(): void {
    this.#cancelTimer?.()
    const now = this.#clock.monotonic()
    const left = this.#mostMs + this.#heldMs - (now - this.#began)
    const limit = left < this.#ms ? this.#mostMs : this.#ms
    this.#cancelTimer = this.#clock.after(Math.min(this.#ms - (now - this.#since), left), () => this.#fire?.(limit))
  }
}
