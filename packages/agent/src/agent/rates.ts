// The rate limiter of an agent: that of its process, with the limits that the user gives and what its store shares of them,
// or one of the user's own.
import type { StepRates } from "../contracts/rates.ts"
import { processLimiter } from "../model/rates/process-limiter.ts"
import { rateKeyOf } from "../model/rates/rate-key.ts"
import { isLimiter, limitsFor } from "../model/rates/rate-table.ts"
import { GuardedLimiter, type Tell } from "./guarded-limiter.ts"
import type { Setup } from "./setup.ts"

/** Undefined: every request is sent at once. */
export function rateLimiter({ options, parts, clock }: Setup, tell: Tell): StepRates | undefined {
  const { rates = {} } = options
  if (rates === false) return undefined
  if (isLimiter(rates)) return new GuardedLimiter(rates, tell)
  const limiter = processLimiter(clock, parts.store.rates)
  limiter.onAway = tell
  const { models, named, planner, router, judge } = parts
  const beside = [planner, router, judge].filter((each) => each !== undefined)
  for (const model of new Set([...models, ...named.values(), ...beside])) {
    const limits = limitsFor(model.name, rates)
    if (limits !== undefined) limiter.give(rateKeyOf(model), limits)
  }
  return limiter
}
