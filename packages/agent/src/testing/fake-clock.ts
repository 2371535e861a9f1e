// A clock that tests own. Nothing waits for real time; sleepers wake in order when the test moves on.
import type { Clock } from "../contracts/clock.ts"

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

/**
 * A clock that tests own. Nothing waits for real time; sleepers wake in order when the test moves on.
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

  /** Resolves once the test has moved on by so much, or when it is aborted. */
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

  /** Calls back once the test has moved on by so much. Returns the way to stop it. */
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

  /** How many wait for time to pass. */
  get sleeping(): number {
    return this.#sleepers.length
  }

  /** Wall time jumps, as when somebody sets the clock; durations are not affected. */
  jump(ms: number): void {
    this.#time += ms
  }

  /** Moves on by `ms`, waking sleepers in order and letting what they do happen. */
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

  /** Moves on for as long as the promise needs, and gives its value. */
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

/** Lets everything that can happen without time passing happen. */
export async function settle(turns = 4): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}
