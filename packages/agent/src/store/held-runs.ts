// Which sessions a process runs, as its store sees it, and which of them another process took: wrapped around a store, it notices in
// whatever way that shows first.
import type { Leases } from "../contracts/leases.ts"
import type { Log, Store } from "../contracts/store.ts"

interface Held {
  readonly epoch: number
  readonly runner: string
}

/** The sessions that this process runs. `onLost` is called once for each run whose session goes on elsewhere. */
export class HeldRuns {
  readonly #held = new Map<string, Held>()
  readonly #onLost: (session: string, epoch: number) => void

  constructor(onLost: (session: string, epoch: number) => void) {
    this.#onLost = onLost
  }

  /** How many sessions this process runs now. */
  get count(): number {
    return this.#held.size
  }

  /** The same store: who acquires and loses sessions through it is noted. */
  watching<Watched extends Store>(store: Watched): Watched {
    return { ...store, log: this.#watchedLog(store.log), leases: this.#watchedLeases(store.leases) }
  }

  #watchedLog(log: Log): Log {
    return {
      ...log,
      append: async (append) => {
        const appended = await log.append(append)
        if (!appended.ok && LOST.has(appended.reason)) this.#lost(append.session, append.epoch)
        return appended
      },
    }
  }

  #watchedLeases(leases: Leases): Leases {
    return {
      ...leases,
      acquire: async (session, runner, ...claim) => {
        const acquired = await leases.acquire(session, runner, ...claim)
        if (acquired.ok) this.#held.set(session, { epoch: acquired.epoch, runner })
        return acquired
      },
      release: async (session, epoch, rest) => {
        const isHeld = this.#held.get(session)?.epoch === epoch
        if (isHeld) this.#held.delete(session)
        const released = await leases.release(session, epoch, rest)
        if (isHeld && !released) this.#onLost(session, epoch)
        return released
      },
      beat: async (runner) => {
        // Other agents of this process beat for what they hold.
        const before = [...this.#held].filter(([, held]) => held.runner === runner)
        const still = await leases.beat(runner)
        const kept = new Set(still)
        for (const [session, { epoch }] of before) if (!kept.has(session)) this.#lost(session, epoch)
        return still
      },
      epoch: async (session) => {
        const held = this.#held.get(session)
        const epoch = await leases.epoch(session)
        if (held !== undefined && epoch > held.epoch) this.#lost(session, held.epoch)
        return epoch
      },
    }
  }

  /** Once for each run, however it is noticed. */
  #lost(session: string, epoch: number): void {
    if (this.#held.get(session)?.epoch !== epoch) return
    this.#held.delete(session)
    this.#onLost(session, epoch)
  }
}

const LOST: ReadonlySet<string> = new Set(["fenced", "stale"])
