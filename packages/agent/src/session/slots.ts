// How many sessions this process runs at once, and which of those that wait gets the next slot. A session that only waits for
// another one lends its slot, or that one might never get one.
import type { Standing } from "../contracts/queue.ts"
import { nextWaiter, type Waiter } from "./queue-order.ts"

/** What `Slots` works with. */
export interface SlotsSetup {
  /** How many slots there are. */
  readonly size: number
  /** The time of this process, in milliseconds. */
  readonly now: () => number
  /** How a session stands among those that wait. Asked only when it has to wait. */
  readonly standingOf?: ((session: string) => Promise<Standing | undefined>) | undefined
}

interface Place extends Waiter {
  standing: Waiter["standing"]
  since: number
  readonly start: (leave: () => void) => void
}

/** Of a session that nothing is known of yet. */
const NEWCOMER: Waiter["standing"] = { owner: null, priority: "normal", goesOn: false }
/** Owners that got their last slot long ago are forgotten from this many on. */
const MAX_OWNERS = 10_000

/**
 * The slots of a process, for hosts.
 *
 * @example
 * ```ts
 * import type { Drive } from "@pawl/agent"
 * import { Slots } from "@pawl/agent/host"
 *
 * const slots = new Slots({ size: 8, now: Date.now })
 *
 * function run(id: string, drive: Drive, signal: AbortSignal): () => void {
 *   return slots.request(id, (leave) => void drive(id, { signal, onPoke: () => {} }).finally(leave))
 * }
 * ```
 */
export class Slots {
  readonly #setup: SlotsSetup
  readonly #waiting = new Set<Place>()
  readonly #lent = new Map<string, number>()
  /** When each owner last got a slot that others waited for, the latest at the end. */
  readonly #served = new Map<string | null, number>()
  #lastServed = Number.NEGATIVE_INFINITY
  #size: number
  #taken = 0

  constructor(setup: SlotsSetup) {
    this.#setup = setup
    this.#size = setup.size
  }

  /** Calls `start` when there is a slot: at once if one is free. Returns a function that withdraws the request. */
  request(session: string, start: (leave: () => void) => void): () => void {
    const place: Place = { session, start, standing: NEWCOMER, since: this.#setup.now() }
    this.#waiting.add(place)
    this.#fill()
    if (this.#waiting.has(place)) void this.#look(place)
    return () => void this.#waiting.delete(place)
  }

  /** Something has happened to a session: what waits may stand better now. */
  refresh(session: string): void {
    for (const place of this.#waiting) if (place.session === session) void this.#look(place)
  }

  /** From now on there are so many slots. */
  resize(size: number): void {
    this.#size = size
    this.#fill()
  }

  /** The session takes up no slot until the returned function is called. */
  lend(session: string): () => void {
    this.#lent.set(session, (this.#lent.get(session) ?? 0) + 1)
    this.#fill()
    let isLent = true
    return () => {
      const left = (this.#lent.get(session) ?? 1) - (isLent ? 1 : 0)
      isLent = false
      if (left > 0) this.#lent.set(session, left)
      else this.#lent.delete(session)
    }
  }

  /** A session whose standing cannot be read waits as a newcomer. */
  async #look(place: Place): Promise<void> {
    const { standingOf, now } = this.#setup
    const standing = await standingOf?.(place.session).catch(() => undefined)
    if (standing === undefined) return
    place.standing = standing
    place.since = now() - standing.waitedMs
  }

  #fill(): void {
    while (this.#taken - this.#lent.size < this.#size) {
      const place = nextWaiter(this.#waiting, this.#served)
      if (place === undefined) return
      this.#waiting.delete(place)
      // Nobody has waited: there are slots enough, and whose turn it is does not matter.
      if (place.standing !== NEWCOMER) this.#serve(place.standing.owner)
      this.#start(place)
    }
  }

  #serve(owner: string | null): void {
    // Later each time, also within a millisecond: whose turn it is must not depend on the clock.
    this.#lastServed = Math.max(this.#setup.now(), this.#lastServed + 0.001)
    this.#served.delete(owner)
    this.#served.set(owner, this.#lastServed)
    const [oldest] = this.#served.keys()
    if (this.#served.size > MAX_OWNERS && oldest !== undefined) this.#served.delete(oldest)
  }

  #start({ start }: Place): void {
    this.#taken += 1
    let isTaken = true
    start(() => {
      if (!isTaken) return
      isTaken = false
      this.#taken -= 1
      this.#fill()
    })
  }
}
