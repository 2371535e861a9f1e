// Connects the limits of what may be used with the store that sums it up.
import { PawlError } from "../contracts/error.ts"
import type { LimitsOf, OwnerLimits } from "../contracts/limits.ts"
import { allowanceOf } from "../features/limits/allowance.ts"
import { ownerLimits } from "../features/limits/owner-limits.ts"
import type { LimitPorts } from "../features/limits/ports.ts"
import { priceOf } from "../model/prices.ts"
import { ownerCounts } from "../session/limits.ts"
import type { MaxRunning } from "../session/running-limit.ts"
import type { Publisher } from "./publisher.ts"
import type { Setup } from "./setup.ts"

/** How many sessions an owner may have outside the archive. */
export async function maxSessionsFor(owner: string | null, { options }: Setup): Promise<number | undefined> {
  const given = options.limits?.owner
  return ownerCounts(typeof given === "function" ? await ownerLimits(given, owner) : given).maxSessions
}

/** How many sessions of an owner may run at once; undefined where no owner has such a limit. */
export function maxRunningFor(owner: OwnerLimits | LimitsOf | undefined): MaxRunning | undefined {
  if (typeof owner === "function") return async (name) => finite((await ownerLimits(owner, name))?.runningSessions)
  const most = owner?.runningSessions
  return most === undefined ? undefined : () => most
}

function finite(most: number | undefined): number | undefined {
  return most === Number.POSITIVE_INFINITY ? undefined : most
}

export function allowanceFor({ options, parts, clock }: Setup, news: Publisher): Required<LimitPorts>["allowance"] {
  const { limits = {}, prices } = options
  const told = new Set<string>()
  const onUnpriced = (session: string, model: string) => {
    if (told.has(model)) return
    told.add(model)
    if (priceOf(model, prices) === undefined && !SEND_COSTS.test(model)) news.warn(session, priceUnknown(model))
  }
  return allowanceOf({ limits, sums: parts.store.usage, clock, onUnpriced })
}

/** These providers send the cost with the answer. */
const SEND_COSTS = /^openrouter[.:]/

function priceUnknown(model: string): PawlError {
  return new PawlError(
    "price-unknown",
    `There is a limit of costs, but the price of "${model}" is not known, so its requests count only as tokens, unless the provider sends their cost. Name its price in the option prices, as in { "${model}": { input: 1, output: 4 } }, or set a limit of tokens.`,
  )
}
