// The rate of one model: what you gave, what refusals taught, what the provider says. It keeps the requests that have to
// wait in a fair order: each session in turn, however many requests one of them has. With a shared budget, what you gave
// holds for the requests of all processes together, and what one was taught the others hear.

import { defined } from "../../base/defined.ts"
import type { Reply } from "../../contracts/answer.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { RateLeft, RateLesson, RateLimits } from "../../contracts/rates.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import { LearntRate, type RateWindow } from "./learnt-rate.ts"
import { SaidRate } from "./said-rate.ts"
import { GONE, HORIZON_MS, SERVED, SendLog } from "./send-log.ts"
import type { SharedBudget } from "./shared-budget.ts"
import { SharedLine } from "./shared-line.ts"
import { IN_PLACE_MS, type Waiting, WaitList } from "./wait-list.ts"

const NEVER = Number.POSITIVE_INFINITY

type Sending = Omit<Waiting, "tag"> & { readonly tag?: number }

export class ModelRate {
  /** Undefined: no limit was given. */
  given: RateLimits | undefined
  readonly #clock: Clock
  readonly #log = new SendLog()
  readonly #waiting = new WaitList()
  #learnt: LearntRate | undefined
  #requests: SaidRate | undefined
  #tokens: SaidRate | undefined
  #cancelTimer: (() => void) | undefined
  readonly #budget: SharedBudget | undefined
  readonly #line: SharedLine | undefined

  constructor(clock: Clock, budget?: SharedBudget) {
    this.#clock = clock
    this.#budget = budget
    if (budget === undefined) return
    this.#line = new SharedLine({
      clock,
      budget,
      waiting: this.#waiting,
      limits: () => this.given ?? {},
      waitFor: (waiting, now) => this.#waitFor(waiting.tag, waiting.tokens, now),
      send: (waiting, place) => this.#send(waiting, this.#clock.monotonic(), place),
      withoutStore: () => this.#sendNext(),
    })
  }

  get isIdle(): boolean {
    return this.#log.open === 0 && this.#waiting.isEmpty && this.#clock.monotonic() - this.#log.lastAt > HORIZON_MS
  }

  admit(session: string, tokens: number, signal: StopSignal): number | Promise<number> {
    const now = this.#clock.monotonic()
    if (this.#isFree(now)) return this.#send({ session, tokens }, now)
    const tag = this.#waiting.tagFor(session)
    const wait = this.#waitFor(tag, tokens, now)
    if (wait === 0 && this.#hasPlace && this.#sharedLine(now) === undefined)
      return this.#send({ session, tokens, tag }, now)
    if (wait > IN_PLACE_MS) {
      this.#waiting.leave(session, { tag, tokens, until: now + wait })
      return Math.ceil(wait)
    }
    const admitted = this.#waiting.join({ session, tag, tokens, signal })
    this.#sendNext()
    return admitted
  }

  settle(session: string, reply: Reply | undefined): void {
    const now = this.#clock.monotonic()
    const isRefused = reply?.kind === "failure" && reply.error.class === "rate-limit"
    const used = reply?.kind === "answer" ? reply.usage : undefined
    const tokens = used === undefined ? undefined : used.inputTokens + used.outputTokens
    const isGone = reply === undefined || isRefused
    const sentAt = this.#log.settle(session, isGone ? GONE : SERVED, tokens)
    this.#budget?.settled(session, { isGone, tokens })
    if (isRefused) {
      const { retryAfterMs } = reply
      const isNews = this.#refused(sentAt ?? now, retryAfterMs, now)
      if (isNews) this.#budget?.teach({ refused: { sentAgoMs: now - (sentAt ?? now), ...defined({ retryAfterMs }) } })
    } else if (reply?.kind === "answer") this.#learnt?.served(now)
    if (reply?.rate !== undefined) {
      const { requests, tokens: weight } = reply.rate
      // The provider did not yet know of the requests that were sent after this one.
      const since = sentAt === undefined ? 0 : this.#log.servedBetween(sentAt + 0.001, now)
      this.#requests = requests && SaidRate.of(requests, since, now)
      this.#tokens = weight && SaidRate.of(weight, 0, now)
      if (this.#requests !== undefined || this.#tokens !== undefined) this.#budget?.teach({ said: reply.rate })
    }
    if (!this.#waiting.isEmpty) this.#sendNext()
  }

  /** What the reply to another process taught, so long ago. */
  taught({ refused, said }: RateLesson, agoMs: number): void {
    const now = this.#clock.monotonic()
    const left = (ms: number) => Math.max(0, ms - agoMs)
    if (refused !== undefined) {
      const { sentAgoMs, retryAfterMs } = refused
      this.#refused(now - agoMs - sentAgoMs, retryAfterMs === undefined ? undefined : left(retryAfterMs), now)
    }
    const since = (rate: RateLeft) => SaidRate.of({ ...rate, resetMs: left(rate.resetMs) }, 0, now)
    if (said?.requests !== undefined) this.#requests = since(said.requests)
    if (said?.tokens !== undefined) this.#tokens = since(said.tokens)
    this.look()
  }

  /** Sends what may be sent now. */
  look(): void {
    if (!this.#waiting.isEmpty) this.#sendNext()
  }

  serves(session: string): boolean {
    return this.#log.servesOthers(session, this.#clock.monotonic() - HORIZON_MS)
  }

  #refused(sentAt: number, retryAfterMs: number | undefined, now: number): boolean {
    this.#learnt ??= new LearntRate(this.#log)
    return this.#learnt.refused(sentAt, retryAfterMs, now)
  }

  /** Where places are taken; undefined while the process goes by its own count. */
  #sharedLine(now: number): SharedLine | undefined {
    return this.given === undefined || this.#budget?.isAway(now) !== false ? undefined : this.#line
  }

  /** No limit is known: nothing has to be computed. */
  #isFree(now: number): boolean {
    if (this.#learnt?.isOver(now) === true) this.#learnt = undefined
    if (this.#requests?.isOver(now) === true) this.#requests = undefined
    if (this.#tokens?.isOver(now) === true) this.#tokens = undefined
    const isLimited = (this.#learnt ?? this.#requests ?? this.#tokens ?? this.given) !== undefined
    return !isLimited && this.#waiting.isEmpty
  }

  get #hasPlace(): boolean {
    return this.#log.open < (this.given?.concurrency ?? NEVER)
  }

  #send({ session, tokens, tag }: Sending, now: number, place?: number): 0 {
    this.#log.add(now, session, tokens)
    this.#budget?.sent(session, place)
    this.#requests?.use(1)
    this.#tokens?.use(tokens)
    if (tag !== undefined) this.#waiting.served(session, tag)
    return 0
  }

  /** How long until this request may be sent, after all that come before it. A place among the open ones is extra. */
  #waitFor(tag: number, tokens: number, now: number): number {
    const ahead = this.#waiting.before(tag, now - IN_PLACE_MS)
    const { requestsPerMinute, tokensPerMinute } = (this.#sharedLine(now) === undefined && this.given) || {}
    const weight = ahead.tokens + tokens
    return Math.max(
      0,
      this.#learntWait(ahead.count, now),
      requestsPerMinute === undefined
        ? 0
        : this.#slot({ count: requestsPerMinute, perMs: HORIZON_MS }, ahead.count, now) - now,
      tokensPerMinute === undefined ? 0 : this.#log.tokenWait(weight, tokensPerMinute, HORIZON_MS, now),
      this.#requests?.wait(ahead.count + 1, now) ?? 0,
      this.#tokens?.wait(weight, now) ?? 0,
    )
  }

  #learntWait(ahead: number, now: number): number {
    if (this.#learnt === undefined) return 0
    const { window, blockedUntil, longestWait } = this.#learnt
    const from = Math.max(now, blockedUntil)
    const slot = window === undefined ? from : this.#slot(window, ahead, from)
    return Math.min(slot - now, from - now + longestWait)
  }

  /** When the request may be sent that has `ahead` others before it. */
  #slot({ count, perMs }: RateWindow, ahead: number, from: number): number {
    const rounds = Math.floor(ahead / count)
    const taken = this.#log.nth(count - (ahead % count))
    return Math.max(from, (taken ?? Number.NEGATIVE_INFINITY) + perMs) + rounds * perMs
  }

  /** Sends the requests whose turn it is, and comes back when the next one may be. */
  #sendNext(): void {
    this.#cancelTimer?.()
    this.#cancelTimer = undefined
    const line = this.#sharedLine(this.#clock.monotonic())
    if (line === undefined) this.#sendOwn()
    else line.look()
  }

  /** By what this process knows alone. */
  #sendOwn(): void {
    for (let next = this.#waiting.first(); next !== undefined; next = this.#waiting.first()) {
      // Closing a request makes room.
      if (!this.#hasPlace) return
      const now = this.#clock.monotonic()
      const wait = this.#waitFor(next.tag, next.tokens, now)
      if (wait > 0) {
        this.#cancelTimer = this.#clock.after(wait, () => this.#sendNext())
        return
      }
      this.#waiting.remove(next)
      this.#send(next, now)
      next.resolve(0)
    }
  }
}
