// How many sessions of one owner run at once on all machines of a store: the store refuses the lease of one more, and here is
// seen to it that the next one gets its turn when one ends, and that sweeps leave out those that would be refused.
import type { Clock } from "../contracts/clock.ts"
import type { DueSession } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"

/** How many sessions of an owner may run at once; undefined for any number. */
export type MaxRunning = (owner: string | null) => number | undefined | Promise<number | undefined>

/** More than one, because two that end at the same moment find the same sessions. */
const WOKEN_AT_ONCE = 2

export class RunningLimit {
  readonly #store: Store
  readonly #clock: Clock
  readonly #maxRunning: MaxRunning

  constructor(store: Store, clock: Clock, maxRunning: MaxRunning) {
    this.#store = store
    this.#clock = clock
    this.#maxRunning = maxRunning
  }

  /** For the lease of this session. */
  async of(session: string): Promise<number | undefined> {
    return this.#maxRunning(await this.#ownerOf(session))
  }

  /** The sessions that the end of this one may have made room for. */
  async afterEnd(session: string): Promise<readonly DueSession[]> {
    const owner = await this.#ownerOf(session)
    if ((await this.#maxRunning(owner)) === undefined) return []
    const query = { before: this.#clock.now(), waitingOf: owner, limit: WOKEN_AT_ONCE }
    return this.#store.sessions.due(query)
  }

  /** Without those that wait for others of their owner. `due`: all that are due, with those that this process holds. */
  async runnable(due: readonly DueSession[]): Promise<readonly DueSession[]> {
    const room = new Map<string | null, number>()
    for (const { holder, standing } of due) {
      const { owner, isChild } = standing
      if (!room.has(owner)) room.set(owner, (await this.#maxRunning(owner)) ?? Number.POSITIVE_INFINITY)
      if (holder !== undefined && !isChild) room.set(owner, (room.get(owner) ?? 0) - 1)
    }
    return due.filter(({ holder, standing: { owner, isChild } }) => {
      // One that is held counts already, also if its runner is gone and it is to be taken over.
      if (holder !== undefined || isChild) return true
      const left = room.get(owner) ?? 0
      room.set(owner, left - 1)
      return left > 0
    })
  }

  async #ownerOf(session: string): Promise<string | null> {
    return (await this.#store.sessions.get(session))?.owner ?? null
  }
}
