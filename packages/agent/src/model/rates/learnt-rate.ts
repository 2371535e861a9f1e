// What refusals (429) teach about a model's rate: until when it is left alone, and how many requests it takes in a
// while. The number shrinks after a refusal and grows while nothing is refused; the while grows as long as nothing is
// served at all.
import { HORIZON_MS, type SendLog } from "./send-log.ts"

/** At most `count` requests in any `perMs`. */
export interface RateWindow {
  readonly count: number
  readonly perMs: number
}

/** The first wait where the provider names none; it doubles while nothing is served. */
const FIRST_WAIT_MS = 100
const MAX_WAIT_MS = 60_000

/** "Retry-After: 0" says nothing. */
const LEAST_WAIT_MS = 20

/** Replies to one burst name the same time, but for this. */
const TRIFLE_MS = 250

/** A rate that was learnt so long ago, with no refusal since, is forgotten. */
const FORGET_MS = 10 * 60_000

/** The times of a server and of this process differ a little. */
const SLACK = 1.02

/** Where the provider does not say when it is free, a session looks again after this time. */
const LOOK_AGAIN_MS = 3000

export class LearntRate {
  blockedUntil = Number.NEGATIVE_INFINITY
  readonly #log: SendLog
  /** Undefined until a refusal follows on requests that were served. */
  #window: RateWindow | undefined
  #refusedAt = Number.NEGATIVE_INFINITY
  /** The requests of the last refusal's burst began here; undefined: they began before. */
  #burstFrom: number | undefined
  /** Refusals in a row with nothing served between them. */
  #inVain = 0
  /** Nothing was served since the last wait: one request at a time finds out when the model answers again. */
  #isProbing = false
  #saysWhen = false
  #grownAt = 0

  constructor(log: SendLog) {
    this.#log = log
  }

  get window(): RateWindow | undefined {
    return this.#isProbing ? { count: 1, perMs: this.blockedUntil - this.#refusedAt } : this.#window
  }

  /** A longer wait than this is not worth planning: the number may have grown by then. */
  get longestWait(): number {
    return this.#saysWhen && !this.#isProbing ? Number.POSITIVE_INFINITY : LOOK_AGAIN_MS
  }

  isOver(now: number): boolean {
    if (now < this.blockedUntil) return false
    const idleMs = Math.max(HORIZON_MS, 2 * (this.#window?.perMs ?? 0))
    return now - this.#refusedAt > FORGET_MS || now - Math.max(this.#log.lastAt, this.blockedUntil) > idleMs
  }

  /** `sentAt`: when the refused request was sent. Returns whether other processes do not know this yet. */
  refused(sentAt: number, retryAfterMs: number | undefined, now: number): boolean {
    if (sentAt > this.#refusedAt) {
      this.#learn(retryAfterMs, now)
      return true
    }
    const before = this.blockedUntil
    if (retryAfterMs !== undefined) this.blockedUntil = Math.max(this.blockedUntil, now + retryAfterMs)
    // Requests of the same burst are refused one by one: only the last refusal shows how many were served.
    if (this.#burstFrom !== undefined) this.#count(this.#burstFrom)
    return this.blockedUntil - before > TRIFLE_MS
  }

  served(now: number): void {
    this.#inVain = 0
    this.#isProbing = false
    if (this.#window === undefined) return
    const { count, perMs } = this.#window
    const periods = this.#saysWhen ? 2 : 1
    const isUsed = this.#log.servedBetween(now - perMs, now) >= count
    if (!isUsed || now - this.#grownAt < periods * perMs) return
    this.#window = { count: count + Math.max(1, Math.floor(count / (5 * periods))), perMs }
    this.#grownAt = now
  }

  #learn(retryAfterMs: number | undefined, now: number): void {
    const from = this.#log.firstSince(Math.max(this.blockedUntil, now - HORIZON_MS)) ?? now
    const served = this.#log.servedBetween(from, now)
    if (served > 0) this.#inVain = 0
    this.#saysWhen = retryAfterMs !== undefined && retryAfterMs >= LEAST_WAIT_MS
    const own = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#inVain)
    const wait = this.#saysWhen ? (retryAfterMs ?? own) : own
    this.#inVain++
    this.#refusedAt = now
    this.#grownAt = now
    this.blockedUntil = now + wait
    this.#burstFrom = this.#window === undefined ? from : undefined
    this.#isProbing = served === 0
    if (this.#window === undefined) this.#count(from)
    else this.#window = served === 0 ? this.#longer(this.#window, now) : fewer(this.#window)
  }

  /** What the number stands for was served before, and nothing since: it takes at least so long. */
  #longer({ count, perMs }: RateWindow, now: number): RateWindow {
    const before = this.#log.nth(count) ?? now
    return { count, perMs: Math.max(perMs, this.blockedUntil - before) }
  }

  /** The first refusal: what was served of its burst is the number. */
  #count(from: number): void {
    const count = this.#log.servedBetween(from, this.#refusedAt)
    this.#window = count === 0 ? undefined : { count, perMs: (this.blockedUntil - from) * SLACK }
    this.#isProbing = count === 0
  }
}

function fewer({ count, perMs }: RateWindow): RateWindow {
  return { count: Math.max(1, count - Math.max(1, Math.floor(count / 10))), perMs }
}
