// A clock for tests. It never waits for real time; sleepers wake in order when the test advances it.
import type { Clock } from "../contracts/clock.ts"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/**
 * A clock for tests. It never waits for real time; sleepers wake in order when the test advances it.
 *
 * @example
 * ```ts
 * import { createAgent } from "@pawl/agent"
 * import { FakeClock } from "@pawl/agent/testing"
 *
 * const clock = new FakeClock()
 * const agent = await createAgent({ model, clock })
 * await clock.advance(60_000)
 * ```
 */
export class FakeClock implements Clock {
  #time: number
  #monotonic = 0
  #sleepers: Sleeper[] = []

  constructor(startsAt = 1_700_000_000_000) {
    this.#time = startsAt
  }

  /** Wall time, in milliseconds since 1970. */
  now(): number {
    return this.#time
  }

  /** Time that never goes back, from 0. */
  monotonic(): number {
    return this.#monotonic
  }

  /** Resolves when the test has advanced the clock by `ms`, or when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true || ms <= 0) return resolve()
      const sleeper: Sleeper = {
        at: this.#monotonic + ms,
        wake: () => {
          this.#sleepers = this.#sleepers.filter((each) => each !== sleeper)
          signal?.removeEventListener("abort", sleeper.wake)
          resolve()
        },
      }
      this.#sleepers.push(sleeper)
      signal?.addEventListener("abort", sleeper.wake)
    })
  }

  /** Calls back when the test has advanced the clock by `ms`. Returns a function that cancels it. */
  after(ms: number, then: () => void): () => void {
    const stopWaiting = () => {
      this.#sleepers = this.#sleepers.filter((each) => each !== sleeper)
    }
    const wake = () => {
      stopWaiting()
      then()
    }
    const sleeper: Sleeper = { at: this.#monotonic + Math.max(0, ms), wake }
    this.#sleepers.push(sleeper)
    return stopWaiting
  }

  /** The same as `sleep`. */
  idle(ms: number, signal?: AbortSignal): Promise<void> {
    return this.sleep(ms, signal)
  }

  /** How many sleepers wait. */
  get sleeping(): number {
    return this.#sleepers.length
  }

  /** Makes the wall time jump, as when a user sets the clock; durations are not affected. */
  jump(ms: number): void {
    this.#time += ms
  }

  /** Advances by `ms`. Wakes sleepers in order, and lets the work they trigger run. */
  async advance(ms: number): Promise<void> {
    const until = this.#monotonic + ms
    await settle()
    for (let next = this.#next(); next !== undefined && next.at <= until; next = this.#next()) {
      this.#moveTo(next.at)
      next.wake()
      await settle()
    }
    this.#moveTo(until)
    await settle()
  }

  /** Advances until the promise settles, and returns its value. */
  async run<T>(promise: Promise<T>, limitMs = 3_600_000): Promise<T> {
    let done = false
    const finished = promise.finally(() => {
      done = true
    })
    finished.catch(() => {})
    const until = this.#monotonic + limitMs
    for (;;) {
      await settle()
      if (done) return finished
      const next = this.#next()
      if (next === undefined) await new Promise((resolve) => setTimeout(resolve, 1))
      else if (next.at > until) throw new Error(`Not done after ${limitMs} ms of fake time.`)
      else {
        this.#moveTo(next.at)
        next.wake()
      }
    }
  }

  #next(): Sleeper | undefined {
    return this.#sleepers.reduce<Sleeper | undefined>((a, b) => (a === undefined || b.at < a.at ? b : a), undefined)
  }

  #moveTo(time: number): void {
    this.#time += time - this.#monotonic
    this.#monotonic = time
  }
}

/** Lets all work run that needs no time to pass. */
export async function settle(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
