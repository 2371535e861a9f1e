// The rate limiter of this process: one rate for each model, shared by all agents. It knows nothing of other processes;
// each of them learns from the refusals it gets.
import type { Reply } from "../../contracts/answer.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { RateLimiter, RateLimits } from "../../contracts/rates.ts"
import { ModelRate } from "./model-rate.ts"

/** With more models than this, those that were not asked for a minute are forgotten. */
const MANY = 256

export class ProcessLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #rates = new Map<string, ModelRate>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What you know of a model's limits. The last agent that gives any counts. */
  give(model: string, limits: RateLimits): void {
    this.#rateOf(model).given = limits
  }

  admit(model: string, session: string, tokens: number, signal: AbortSignal): number | Promise<number> {
    return this.#rateOf(model).admit(session, tokens, signal)
  }

  settle(model: string, session: string, reply: Reply | undefined): void {
    this.#rateOf(model).settle(session, reply)
  }

  serves(model: string, session: string): boolean {
    return this.#rateOf(model).serves(session)
  }

  #rateOf(model: string): ModelRate {
    const known = this.#rates.get(model)
    if (known !== undefined) return known
    if (this.#rates.size >= MANY)
      for (const [name, rate] of this.#rates) if (rate.isIdle && rate.given === undefined) this.#rates.delete(name)
    const made = new ModelRate(this.#clock)
    this.#rates.set(model, made)
    return made
  }
}

const limiters = new WeakMap<Clock, ProcessLimiter>()

/** The one limiter of this process. Tests with a clock of their own have one of their own. */
export function processLimiter(clock: Clock): ProcessLimiter {
  const known = limiters.get(clock)
  if (known !== undefined) return known
  const made = new ProcessLimiter(clock)
  limiters.set(clock, made)
  return made
}
