// What one model's limits allow this process, out of what all processes of a store may send together. While the store does
// not answer, the process goes by its own count.
import type { Clock } from "../../contracts/clock.ts"
import { messageOf, PawlError } from "../../contracts/error.ts"
import type { PlaceClosed, PlacesAsked, PlacesTaken, RateLesson, SharedRates } from "../../contracts/rates.ts"

/** A store that takes longer is away: a request waits no longer for it. */
const DEADLINE_MS = 2000

/** So long a store that is away is not asked again. */
const AWAY_MS = 5000

/** `session`: one whose request waits. */
export type OnAway = (session: string, error: PawlError) => void

export interface BudgetPorts {
  readonly shared: SharedRates
  readonly model: string
  readonly clock: Clock
  /** Called once each time the store goes away. */
  readonly onAway: OnAway
}

export class SharedBudget {
  readonly #ports: BudgetPorts
  /** The open requests of each session, oldest first; undefined: sent without a place. */
  readonly #places = new Map<string, (number | undefined)[]>()
  #awayUntil = Number.NEGATIVE_INFINITY
  #isAway = false

  constructor(ports: BudgetPorts) {
    this.#ports = ports
  }

  isAway(now: number): boolean {
    return now < this.#awayUntil
  }

  /** Undefined: the store does not answer. `session`: the first that waits. */
  async take(asked: Omit<PlacesAsked, "model">, session: string): Promise<PlacesTaken | undefined> {
    const { shared, model, clock } = this.#ports
    const from = clock.monotonic()
    const answer = shared.take({ ...asked, model })
    const outcome = await this.#inTime(answer).catch((error: unknown) => new Error(messageOf(error), { cause: error }))
    const tookMs = clock.monotonic() - from
    if (!(outcome instanceof Error) && tookMs <= DEADLINE_MS) {
      this.#isAway = false
      return outcome
    }
    // Whatever comes of it now is too old to be sent with: the store counted it at another time.
    answer.then(({ places }) => this.#giveBack(places)).catch(() => {})
    // A process that stood still itself knows nothing of the store.
    if (tookMs > 2 * DEADLINE_MS) return AT_ONCE
    this.#goAway(outcome, session)
    return undefined
  }

  sent(session: string, place: number | undefined): void {
    const places = this.#places.get(session)
    if (places === undefined) this.#places.set(session, [place])
    else places.push(place)
  }

  /** Closes the session's newest request. */
  settled(session: string, closed: PlaceClosed): void {
    const places = this.#places.get(session)
    const place = places?.pop()
    if (places?.length === 0) this.#places.delete(session)
    if (place !== undefined) this.#ports.shared.close(this.#ports.model, place, closed)
  }

  teach(lesson: RateLesson): void {
    this.#ports.shared.teach(this.#ports.model, lesson)
  }

  giveBack(place: number): void {
    this.#giveBack([place])
  }

  #giveBack(places: readonly number[]): void {
    const { shared, model } = this.#ports
    for (const place of places) shared.close(model, place, { isGone: true, tokens: undefined })
  }

  #inTime(answer: Promise<PlacesTaken>): Promise<PlacesTaken | Error> {
    return new Promise((resolve, reject) => {
      const late = () => resolve(new Error(`it did not answer within ${DEADLINE_MS / 1000} s`))
      const cancel = this.#ports.clock.after(DEADLINE_MS, late)
      answer.then(resolve, reject).finally(cancel)
    })
  }

  #goAway(outcome: PlacesTaken | Error, session: string): void {
    this.#awayUntil = this.#ports.clock.monotonic() + AWAY_MS
    if (this.#isAway) return
    this.#isAway = true
    const why = outcome instanceof Error ? outcome.message.replace(/[.\s]+$/, "") : "it answered too late"
    const message = `The limits of ${this.#ports.model} are not shared with other processes now, because the store failed: ${why}. Requests keep to the limits of this process alone until it answers. Nothing has to be done; this is told once.`
    this.#ports.onAway(session, new PawlError("rate-limiter-failed", message, { cause: outcome }))
  }
}

const AT_ONCE: PlacesTaken = { places: [], waitMs: 1 }
