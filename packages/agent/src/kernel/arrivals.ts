// What has happened since the run last looked, in order, and the wait for more of it.
import type { Clock } from "../contracts/clock.ts"

export class Arrivals<Arrival> {
  readonly #clock: Clock
  #arrived: Arrival[] = []
  /** Set while the run waits for an arrival, and perhaps for a time. */
  #wake: (() => void) | undefined
  #cancelTimer: (() => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  get isEmpty(): boolean {
    return this.#arrived.length === 0
  }

  readonly add = (arrival: Arrival): void => {
    // Mostly it comes alone. Pushing to an empty list makes room for sixteen more.
    if (this.#arrived.length === 0) this.#arrived = [arrival]
    else this.#arrived.push(arrival)
    if (this.#wake !== undefined) this.wakeUp()
  }

  takeAll(): readonly Arrival[] {
    const arrived = this.#arrived
    if (arrived.length > 0) this.#arrived = []
    return arrived
  }

  /** Until something arrives, the time is over, or `wakeUp` is called. */
  next(wakeIn: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    if (wakeIn !== undefined) this.#cancelTimer = this.#clock.after(wakeIn, () => this.wakeUp())
    return promise
  }

  wakeUp(): void {
    const wake = this.#wake
    if (wake === undefined) return
    this.#wake = undefined
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    wake()
  }
}
