// Turns the history into one that fits: first the profile's strategies, then dropping more of the oldest, then the last
// resorts. Pure.
import type { CompactionReason } from "../../contracts/compaction.ts"
import type { ContextPolicy } from "./policy.ts"
import { fits, type Need, type Shape, type Strategy } from "./shape.ts"
import { clipLongest } from "./strategies/clip-longest.ts"
import { dropUntilItFits, trimMessages } from "./strategies/drop-oldest.ts"

interface ReshapeHow {
  readonly policy: ContextPolicy
  readonly why: CompactionReason
  /** What is enough when strategies are done, and the most there is room for. */
  readonly enough: number
  readonly room: number
}

export function reshaped(shape: Shape, need: Need, { policy, why, enough, room }: ReshapeHow): Shape {
  const wished = dropMore(inTurn(shape, need, { policy, why }), { ...need, target: enough })
  const most = why === "overflow" ? enough : room
  if (need.weigh(wished) <= most) return wished
  return squeezed(wished, { ...need, target: Math.floor(most * SLACK) })
}

/** A history that only just fits would not fit after the next step. */
const SLACK = 0.9

/** Applies one strategy after another, until the history is as small as the profile wants. */
function inTurn(shape: Shape, need: Need, { policy, why }: Pick<ReshapeHow, "policy" | "why">): Shape {
  const { strategies, all = false, maxMessages = Number.POSITIVE_INFINITY } = policy
  let now = shape
  for (const strategy of strategies) if (all || !fits(now, need)) now = strategy.apply(now, need)
  now = trimMessages({ max: maxMessages }).apply(now, need)
  // A user who asked for a compaction expects one, even where the profile would wait.
  for (const strategy of why === "asked" ? [...strategies.slice(-1), dropUntilItFits()] : [])
    if (now.drops === 0) now = strategy.apply(now, need)
  return now
}

/** The profile's strategies may not reach its target: then more of the oldest are dropped, if that reaches it. */
function dropMore(shape: Shape, need: Need): Shape {
  if (fits(shape, need)) return shape
  const fewer = dropUntilItFits().apply(shape, need)
  return fits(fewer, need) ? fewer : shape
}

const LAST_RESORTS: readonly Strategy[] = [dropUntilItFits(), clipLongest()]

/** The request must fit, whatever the profile does. */
function squeezed(shape: Shape, need: Need): Shape {
  let now = shape
  for (const strategy of LAST_RESORTS) if (!fits(now, need)) now = strategy.apply(now, need)
  return now
}
