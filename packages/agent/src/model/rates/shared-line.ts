// Takes places for the requests that wait in this process, in their order, out of what all processes share.
import type { Clock } from "../../contracts/clock.ts"
import type { PlacesTaken, RateLimits } from "../../contracts/rates.ts"
import { HORIZON_MS } from "./send-log.ts"
import type { SharedBudget } from "./shared-budget.ts"
import { IN_PLACE_MS, type Present, type WaitList } from "./wait-list.ts"

/** One statement takes so many at most. */
const AT_ONCE = 64

export interface LinePorts {
  readonly clock: Clock
  readonly budget: SharedBudget
  readonly waiting: WaitList
  readonly limits: () => RateLimits
  /** How long it has to wait by what this process knows. */
  readonly waitFor: (waiting: Present, now: number) => number
  readonly send: (waiting: Present, place: number) => void
  /** The store does not answer: those who wait go by the process's own count. */
  readonly withoutStore: () => void
}

export class SharedLine {
  readonly #ports: LinePorts
  #isTaking = false
  #isAgain = false
  #cancelTimer: (() => void) | undefined

  constructor(ports: LinePorts) {
    this.#ports = ports
  }

  /** Takes what there is, and comes back when there may be more. One request to the store at a time. */
  look(): void {
    this.#isAgain = true
    if (!this.#isTaking) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isTaking = true
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    while (this.#isAgain) {
      this.#isAgain = false
      await this.#takeOnce()
    }
    this.#isTaking = false
  }

  async #takeOnce(): Promise<void> {
    const { clock, budget, waiting, limits, waitFor, withoutStore } = this.#ports
    const now = clock.monotonic()
    const line = waiting.inOrder()
    const [first] = line
    if (first === undefined) return
    const held = line.findIndex((each) => waitFor(each, now) > 0)
    const ready = line.slice(0, Math.min(AT_ONCE, held < 0 ? line.length : held))
    if (ready.length === 0) return this.#comeBack(waitFor(first, now))
    const tokens = ready.map((each) => Math.ceil(each.tokens))
    const away = waiting.away(now - IN_PLACE_MS)
    const taken = await budget.take({ limits: limits(), perMs: HORIZON_MS, tokens, away }, first.session)
    if (taken === undefined) return withoutStore()
    this.#use(taken, ready)
  }

  #use({ places, waitMs }: PlacesTaken, ready: readonly Present[]): void {
    const { budget, waiting, send } = this.#ports
    for (const [at, place] of places.entries()) {
      const next = ready[at]
      // It may have been stopped meanwhile.
      if (next !== undefined && waiting.remove(next)) {
        send(next, place)
        next.resolve(0)
      } else budget.giveBack(place)
    }
    const rest = ready.slice(places.length)
    if (rest.length === 0) this.#isAgain = true
    else if (waitMs > IN_PLACE_MS) this.#sendAway(rest, waitMs)
    else this.#comeBack(waitMs === 0 ? IN_PLACE_MS : waitMs)
  }

  /** They are told when to come back; those far behind, not before it is their turn. */
  #sendAway(rest: readonly Present[], waitMs: number): void {
    const { clock, waiting, limits } = this.#ports
    const { requestsPerMinute = Number.POSITIVE_INFINITY } = limits()
    for (const [at, { session, tag, tokens, resolve }] of rest.entries()) {
      const wait = Math.ceil(waitMs + Math.floor(at / requestsPerMinute) * HORIZON_MS)
      if (!waiting.remove(rest[at] as Present)) continue
      waiting.leave(session, { tag, tokens, until: clock.monotonic() + wait })
      resolve(wait)
    }
    this.#isAgain = true
  }

  #comeBack(waitMs: number): void {
    this.#cancelTimer?.()
    this.#cancelTimer = this.#ports.clock.after(waitMs, () => this.look())
  }
}
