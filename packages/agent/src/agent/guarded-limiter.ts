// A rate limiter of the user's own, whose failures cost no turn: a request whose limiter fails is sent, and the
// handler of errors is told.

import type { Reply } from "../contracts/answer.ts"
import { messageOf, PawlError } from "../contracts/error.ts"
import type { RateLimiter, StepRates } from "../contracts/rates.ts"
import { abortSignalOf, type StopSignal } from "../contracts/stop-signal.ts"

export type Tell = (session: string, error: PawlError) => void

export class GuardedLimiter implements StepRates {
  readonly #limiter: RateLimiter
  readonly #tell: Tell
  #hasToldOfWait = false
  /** Requests that were sent although the limiter did not admit them, by model and session: it settles none of them. */
  readonly #unadmitted = new Map<string, number>()

  constructor(limiter: RateLimiter, tell: Tell) {
    this.#limiter = limiter
    this.#tell = tell
  }

  admit(model: string, session: string, tokens: number, signal: StopSignal): number | Promise<number> {
    const onError = (error: unknown) => this.#sendAnyway(error, { model, session, signal })
    try {
      const wait = this.#limiter.admit(model, session, tokens, abortSignalOf(signal))
      if (!isPromise(wait)) return this.#read(wait, session)
      return Promise.resolve(wait).then((each) => this.#read(each, session), onError)
    } catch (error) {
      return onError(error)
    }
  }

  settle(model: string, session: string, reply: Reply | undefined): void {
    if (this.#wasUnadmitted(keyOf(model, session))) return
    const onError = (error: unknown) => this.#tell(session, failed("settle", error, "The turn goes on."))
    try {
      // The method of plain JavaScript may be async.
      const settled: unknown = this.#limiter.settle(model, session, reply)
      if (isPromise(settled)) Promise.resolve(settled).catch(onError)
    } catch (error) {
      onError(error)
    }
  }

  serves(model: string, session: string): boolean {
    try {
      return this.#limiter.serves(model, session) === true
    } catch (error) {
      this.#tell(session, failed("serves", error, "The refusal counts as an attempt."))
      return false
    }
  }

  /** A limiter whose connection heeds the signal rejects when the turn is cancelled. That is no failure. */
  #sendAnyway(error: unknown, request: { model: string; session: string; signal: StopSignal }): number {
    const { model, session, signal } = request
    if (signal.aborted) return Number.POSITIVE_INFINITY
    const key = keyOf(model, session)
    this.#unadmitted.set(key, (this.#unadmitted.get(key) ?? 0) + 1)
    this.#tell(session, failed("admit", error, "The request is sent without it."))
    return 0
  }

  #wasUnadmitted(key: string): boolean {
    const times = this.#unadmitted.get(key)
    if (times === undefined) return false
    if (times > 1) this.#unadmitted.set(key, times - 1)
    else this.#unadmitted.delete(key)
    return true
  }

  #read(wait: unknown, session: string): number {
    if (typeof wait === "number" && wait >= 0) return wait
    if (!this.#hasToldOfWait) this.#tell(session, strangeWait(wait))
    this.#hasToldOfWait = true
    return 0
  }
}

function keyOf(model: string, session: string): string {
  return `${model} ${session}`
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value
}

function failed(method: keyof RateLimiter, cause: unknown, then: string): PawlError {
  const why = messageOf(cause).replace(/[.\s]+$/, "")
  const advice = `Catch what may fail in ${method}.`
  const message = `${method} of the rate limiter in the option rates failed: ${why}. ${then} ${advice}`
  return new PawlError("rate-limiter-failed", message, { cause })
}

function strangeWait(wait: unknown): PawlError {
  const message = `admit of the rate limiter in the option rates returned ${String(wait)}, which counts as 0: the request is sent. Return 0, or the milliseconds after which to ask again. This is told once.`
  return new PawlError("rate-limiter-failed", message)
}
