// What passes through a store: how long appends take, which sessions this process runs, and which of its runs lost their lease.
import type { Store } from "@pawl/agent"
import { HeldRuns } from "@pawl/agent/store"
import { Counter, gauge, Histogram } from "./counts.ts"

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export class StoreCounts {
  readonly #appends = new Histogram("pawl_append_seconds", "Time until facts are durable.", SECONDS)
  readonly #took = this.#appends.at({})
  readonly #fenced = new Counter("pawl_fenced_runs_total", "Runs of this process whose session another one took.")
  readonly #reconnects = new Counter("pawl_store_reconnects_total", "Lost connections to the database, made again.")
  readonly #runs = new HeldRuns(() => this.#fenced.add({}))

  reconnected(): void {
    this.#reconnects.add({})
  }

  /** The same store: whatever is done with it is counted. */
  watching(store: Store): Store {
    return this.#runs.watching({ ...store, log: this.#watchedLog(store) })
  }

  lines(): readonly string[] {
    const running = gauge("pawl_running_sessions", "Sessions that this process runs now.", this.#runs.count)
    return [...running, ...[this.#fenced, this.#appends, this.#reconnects].flatMap((each) => each.lines())]
  }

  #watchedLog({ log }: Store): Store["log"] {
    return {
      ...log,
      append: async (append) => {
        const began = performance.now()
        const appended = await log.append(append)
        this.#took.observe((performance.now() - began) / 1000)
        return appended
      },
    }
  }
}
