// What passes through a store: how long appends take, which sessions this process runs, and which of its runs lost their lease.
import type { Store } from "@pawl/agent"
import { Counter, gauge, Histogram } from "./counts.ts"

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class StoreCounts {
  readonly #appends = new Histogram("pawl_append_seconds", "Time until facts are durable.", SECONDS)
  readonly #took = this.#appends.at({})
  readonly #fenced = new Counter("pawl_fenced_runs_total", "Runs of this process whose session another one took.")
  readonly #reconnects = new Counter("pawl_store_reconnects_total", "Lost connections to the database, made again.")
  /** Sessions that this process runs, with the epochs of their leases. */
  readonly #held = new Map<string, number>()

  reconnected(): void {
    this.#reconnects.add({})
  }

  /** The same store: whatever is done with it is counted. */
  watching(store: Store): Store {
    return { ...store, log: this.#watchedLog(store), leases: this.#watchedLeases(store) }
  }

  lines(): readonly string[] {
    const running = gauge("pawl_running_sessions", "Sessions that this process runs now.", this.#held.size)
    return [...running, ...[this.#fenced, this.#appends, this.#reconnects].flatMap((each) => each.lines())]
  }

  #watchedLog({ log }: Store): Store["log"] {
    return {
      ...log,
      append: async (append) => {
        const began = performance.now()
        const appended = await log.append(append)
        this.#took.observe((performance.now() - began) / 1000)
        if (!appended.ok && LOST.has(appended.reason)) this.#lost(append.session, append.epoch)
        return appended
      },
    }
  }

  #watchedLeases({ leases }: Store): Store["leases"] {
    return {
      ...leases,
      acquire: async (session, ...claim) => {
        const acquired = await leases.acquire(session, ...claim)
        if (acquired.ok) this.#held.set(session, acquired.epoch)
        return acquired
      },
      release: async (session, epoch, rest) => {
        const isHeld = this.#held.get(session) === epoch
        if (isHeld) this.#held.delete(session)
        const released = await leases.release(session, epoch, rest)
        if (isHeld && !released) this.#fenced.add({})
        return released
      },
      beat: async (runner) => {
        const before = [...this.#held]
        const still = await leases.beat(runner)
        const kept = new Set(still)
        for (const [session, epoch] of before) if (!kept.has(session)) this.#lost(session, epoch)
        return still
      },
    }
  }

  /** Once for each run, however it is noticed. */
  #lost(session: string, epoch: number): void {
    if (this.#held.get(session) !== epoch) return
    this.#held.delete(session)
    this.#fenced.add({})
  }
}

const LOST: ReadonlySet<string> = new Set(["fenced", "stale"])
