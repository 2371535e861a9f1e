// From the history as it is to one that fits: what the profile does, then more of the oldest, then whatever has to be. Pure.
import type { CompactionReason } from "../../contracts/compaction.ts"
import type { ContextPolicy } from "./policy.ts"
import { fits, type Need, type Shape, type Strategy } from "./shape.ts"
import { clipLongest } from "./strategies/clip-longest.ts"
import { dropUntilItFits, trimMessages } from "./strategies/drop-oldest.ts"

interface ReshapeHow {
  readonly policy: ContextPolicy
  readonly why: CompactionReason
  /** What is enough when strategies are done, and what there is room for at most. */
  readonly enough: number
  readonly room: number
}

export function reshaped(shape: Shape, need: Need, { policy, why, enough, room }: ReshapeHow): Shape {
  const wished = dropMore(inTurn(shape, need, { policy, why }), { ...need, target: enough })
  const most = why === "overflow" ? enough : room
  if (need.weigh(wished) <= most) return wished
  return squeezed(wished, { ...need, target: Math.floor(most * SLACK) })
}

/** What fits by a hair does not fit after the next step. */
const SLACK = 0.9

/** One strategy after another, until it fits what the profile wants. */
function inTurn(shape: Shape, need: Need, { policy, why }: Pick<ReshapeHow, "policy" | "why">): Shape {
  const { strategies, all = false, maxMessages = Number.POSITIVE_INFINITY } = policy
  let now = shape
  for (const strategy of strategies) if (all || !fits(now, need)) now = strategy.apply(now, need)
  now = trimMessages({ max: maxMessages }).apply(now, need)
  // Who asked for it wants to see it done, whatever the profile would wait for.
  for (const strategy of why === "asked" ? [...strategies.slice(-1), dropUntilItFits()] : [])
    if (now.drops === 0) now = strategy.apply(now, need)
  return now
}

/** What a profile does may not be enough for what it wants: then more of the oldest go, if that is enough. */
function dropMore(shape: Shape, need: Need): Shape {
  if (fits(shape, need)) return shape
  const fewer = dropUntilItFits().apply(shape, need)
  return fits(fewer, need) ? fewer : shape
}

const LAST_RESORTS: readonly Strategy[] = [dropUntilItFits(), clipLongest()]

/** Whatever the profile does, the request must fit. */
function squeezed(shape: Shape, need: Need): Shape {
  let now = shape
  for (const strategy of LAST_RESORTS) if (!fits(now, need)) now = strategy.apply(now, need)
  return now
}
