// Plans a compaction: carries over as much as there is room for, and does nothing that does not make the request
// smaller. Pure; a performer asks for the summary and writes the fact.
import { roomOf } from "../../context/fitting.ts"
import type { Budget } from "../../contracts/context.ts"
import type { State } from "../../kernel/state/state.ts"
import { measureFor } from "./measure.ts"
import { type Caps, type CompactionPlan, type PlanOptions, planAt, type Scale } from "./plan-at.ts"

/** Undefined when there is nothing to gain. */
export function planCompaction(state: State, options: PlanOptions): CompactionPlan | undefined {
  const { policy, budget, model, why, spare = 0 } = options
  const tokens = roomOf(budget)
  const measure = measureFor(state, { model, room: tokens, maxChars: policy.maxChars })
  const whole = measure.within(tokens)
  const room = measure.within(tokens > spare ? tokens - spare : tokens)
  const share = why === "overflow" ? Math.min(policy.target, 0.5) : policy.target
  // Well below the point where the next compaction is due.
  const wanted = Math.floor(Math.min(whole * share, room * 0.8))
  // A user who asked for a compaction wants to see less; a provider that refused the last request takes less than
  // estimated.
  const enough = why === "threshold" ? wanted : Math.min(wanted, Math.floor(budget.history * 0.5))
  const target = Math.min(enough, Math.floor((policy.maxTokens ?? Number.POSITIVE_INFINITY) * BELOW_LIMIT))
  const at = (scale: Scale, caps: Caps = {}) => planAt(state, options, { measure, room, target, enough, scale, caps })
  let last: CompactionPlan | undefined
  let scale = SCALES[0] as Scale // The list is not empty.
  for (scale of SCALES) {
    last = at(scale)
    if (!last.isTight && !(last.isCrowded && scale.rest > MIN_REST)) break
  }
  if (last === undefined || last.shape.done.length === 0) return undefined
  // When tools leave no room in any case, they are left out instead of shortening what the user said.
  if (last.isTight && last.clipped.length > 0 && why !== "asked" && fitsWithoutTools(budget)) return undefined
  if (isSmaller(last)) return last
  const isTooMany = last.shape.entries.length > (policy.maxMessages ?? Number.POSITIVE_INFINITY)
  return leaner((caps) => at(scale, caps), isTooMany)
}

/** What is carried over has its share of the window; where even that is too much the shares shrink, the user's last. */
const SCALES: readonly Scale[] = [
  { theirs: 1, rest: 1 },
  { theirs: 1, rest: 0.5 },
  { theirs: 1, rest: 0.2 },
  { theirs: 0.5, rest: 0.2 },
  { theirs: 0.25, rest: 0.1 },
  { theirs: 0.1, rest: 0.05 },
]

/** The lists and the summary get less than this only where the user's messages have to be cut as well. */
const MIN_REST = 0.2

/** How far below a token limit the plan aims. */
const BELOW_LIMIT = 0.75

/** In tokens: a shorter summary says nothing. */
const MIN_SUMMARY = 30

function fitsWithoutTools({ tools, remaining }: Budget): boolean {
  return tools > 0 && remaining + tools >= 0
}

function isSmaller({ tokens }: CompactionPlan): boolean {
  return tokens.after < tokens.before
}

/** In a short history there may be little to gain: then the summary takes half of that at most, or there is none. */
function leaner(planWith: (caps: Caps) => CompactionPlan, isTooMany: boolean): CompactionPlan | undefined {
  const bare = planWith({ summary: 0 })
  const gain = bare.tokens.before - bare.tokens.after
  const short = gain >= 2 * MIN_SUMMARY ? planWith({ summary: Math.floor(gain / 2) }) : bare
  const smaller = [short, bare].find(isSmaller)
  if (smaller !== undefined || !isTooMany) return smaller
  // The number of messages is limited: what has no room among fewer of them is announced as lost.
  const fewer = planWith({ summary: 0, said: Math.floor(bare.tokens.before / 2) })
  return isSmaller(fewer) ? fewer : undefined
}
