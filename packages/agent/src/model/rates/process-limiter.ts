// The rate limiter of this process: one rate for each model, shared by all agents. With a store that machines share, the
// processes keep to the limits together, and hear what refusals taught one of them. Else each learns by itself.

import type { Reply } from "../../contracts/answer.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { RateLimiter, RateLimits, SharedRates } from "../../contracts/rates.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import { ModelRate } from "./model-rate.ts"
import { type OnAway, SharedBudget } from "./shared-budget.ts"

/** With more models than this, those that were not asked for a minute are forgotten. */
const MANY = 256

export class ProcessLimiter implements RateLimiter {
  readonly #clock: Clock
  readonly #rates = new Map<string, ModelRate>()
  readonly #shared: SharedRates | undefined
  /** Of the last agent that was made. */
  onAway: OnAway = () => {}

  constructor(clock: Clock, shared?: SharedRates) {
    this.#clock = clock
    this.#shared = shared
    shared?.listen({
      freed: () => {
        for (const rate of this.#rates.values()) rate.look()
      },
      taught: (model, lesson, agoMs) => this.#rateOf(model).taught(lesson, agoMs),
    })
  }

  /** What you know of a model's limits. The last agent that gives any counts. */
  give(model: string, limits: RateLimits): void {
    this.#rateOf(model).given = limits
  }

  admit(model: string, session: string, tokens: number, signal: StopSignal): number | Promise<number> {
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
    const made = new ModelRate(this.#clock, this.#budgetOf(model))
    this.#rates.set(model, made)
    return made
  }

  #budgetOf(model: string): SharedBudget | undefined {
    const shared = this.#shared
    const onAway: OnAway = (session, error) => this.onAway(session, error)
    return shared && new SharedBudget({ shared, model, clock: this.#clock, onAway })
  }
}

const limiters = new WeakMap<Clock | SharedRates, ProcessLimiter>()

/** The one limiter of this process, for each store that has shared rates. Tests with a clock of their own have one of their own. */
export function processLimiter(clock: Clock, shared?: SharedRates): ProcessLimiter {
  const known = limiters.get(shared ?? clock)
  if (known !== undefined) return known
  const made = new ProcessLimiter(clock, shared)
  limiters.set(shared ?? clock, made)
  return made
}
