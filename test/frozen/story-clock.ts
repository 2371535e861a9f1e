// A clock that moves only when a story moves it, so that a log has the same times on every machine.
import type { AgentOptions } from "@pawl/agent"
import { settle } from "@pawl/agent/testing"

type Clock = NonNullable<AgentOptions["clock"]>

/** Tuesday, 2023-11-14, 22:13:20 UTC. */
export const BEGIN = 1_700_000_000_000

interface Sleeper {
  readonly at: number
  readonly wake: () => void
}

export class StoryClock implements Clock {
  #time: number
  #sleepers: readonly Sleeper[] = []

  constructor(startsAt = BEGIN) {
    this.#time = startsAt
  }

  now(): number {
    return this.#time
  }

  monotonic(): number {
    return this.#time - BEGIN
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true || ms <= 0) return resolve()
      const leave = this.after(ms, done)
      signal?.addEventListener("abort", done)
      function done() {
        leave()
        signal?.removeEventListener("abort", done)
        resolve()
      }
    })
  }

  after(ms: number, then: () => void): () => void {
    const sleeper: Sleeper = { at: this.#time + Math.max(0, ms), wake: then }
    this.#sleepers = [...this.#sleepers, sleeper]
    return () => this.#forget(sleeper)
  }

  idle(ms: number, signal?: AbortSignal): Promise<void> {
    return this.sleep(ms, signal)
  }

  /** Lets time pass while a model answers or a tool runs, without waking any sleeper. */
  pass(ms: number): void {
    this.#time += ms
  }

  /** Moves the clock and wakes the sleepers that are due, in order. */
  async advanceTo(until: number): Promise<void> {
    await settle()
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#time = Math.max(this.#time, next.at)
      this.#forget(next)
      next.wake()
      await settle()
    }
    this.#time = Math.max(this.#time, until)
    await settle()
  }

  #next(until: number): Sleeper | undefined {
    const due = this.#sleepers.filter(({ at }) => at <= until)
    return due.reduce<Sleeper | undefined>((a, b) => (a === undefined || b.at < a.at ? b : a), undefined)
  }

  #forget(sleeper: Sleeper): void {
    this.#sleepers = this.#sleepers.filter((each) => each !== sleeper)
  }
}
