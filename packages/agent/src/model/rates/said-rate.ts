// What a provider says beside its replies about one of its limits (`x-ratelimit-*`): what is left, and how it comes back.
import type { RateLeft } from "../../contracts/rates.ts"

/** With more than this share left, nothing has to be known. */
const PLENTY = 0.25

export class SaidRate {
  #left: number
  readonly #at: number
  readonly #most: number
  readonly #resetMs: number
  /** How long until one more is left; undefined: all of it comes back at once. */
  readonly #eachMs: number | undefined

  /** `since`: how much was used after the reply's request was sent, which the provider had not counted. */
  static of({ limit, remaining, resetMs }: RateLeft, since: number, now: number): SaidRate | undefined {
    const left = remaining - since
    if (limit !== undefined && left > limit * PLENTY) return undefined
    return resetMs <= 0 ? undefined : new SaidRate({ limit, left, resetMs, now })
  }

  private constructor(said: { limit: number | undefined; left: number; resetMs: number; now: number }) {
    const { limit, left, resetMs, now } = said
    this.#left = left
    this.#at = now
    this.#resetMs = resetMs
    this.#most = limit ?? Number.POSITIVE_INFINITY
    this.#eachMs = limit === undefined || limit <= left ? undefined : resetMs / (limit - left)
  }

  isOver(now: number): boolean {
    return now >= this.#at + this.#resetMs
  }

  use(amount: number): void {
    this.#left -= amount
  }

  /** In how many milliseconds so much is left, or all that there ever is. */
  wait(amount: number, now: number): number {
    const missing = Math.min(amount, this.#most) - this.#left
    if (missing <= 0 || this.isOver(now)) return 0
    const full = this.#at + this.#resetMs - now
    return this.#eachMs === undefined ? full : Math.max(0, Math.min(full, this.#at + missing * this.#eachMs - now))
  }
}
