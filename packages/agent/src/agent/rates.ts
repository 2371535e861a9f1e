// The rate limiter of an agent: that of its process, with the limits that the user gives, or one of the user's own.
import type { Clock } from "../contracts/clock.ts"
import type { RateLimiter } from "../contracts/rates.ts"
import { processLimiter } from "../model/rates/process-limiter.ts"
import { rateKeyOf } from "../model/rates/rate-key.ts"
import { isLimiter, limitsFor } from "../model/rates/rate-table.ts"
import type { AgentOptions } from "./options.ts"
import type { AgentParts } from "./parts.ts"

/** Undefined: every request is sent at once. */
export function rateLimiter({ rates = {} }: AgentOptions, parts: AgentParts, clock: Clock): RateLimiter | undefined {
  if (rates === false) return undefined
  if (isLimiter(rates)) return rates
  const limiter = processLimiter(clock)
  const { models, named, planner, router, judge } = parts
  const beside = [planner, router, judge].filter((each) => each !== undefined)
  for (const model of new Set([...models, ...named.values(), ...beside])) {
    const limits = limitsFor(model.name, rates)
    if (limits !== undefined) limiter.give(rateKeyOf(model), limits)
  }
  return limiter
}
