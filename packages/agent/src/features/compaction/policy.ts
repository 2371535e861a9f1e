// Compaction policy: when a profile condenses its history, by which strategies, in which order, and how far.
import type { Budget } from "../../contracts/context.ts"
import type { Strategy } from "./shape.ts"
/** When a profile condenses its history, by which strategies, and how far. */
export interface ContextPolicy {
  /** Its name in ways.ts, where it is one of them. */
  readonly way?: string
  /** Begin when the history takes this share of its room; a history that does not fit is condensed in any case. */
  readonly at: number
  /** Begin, whatever the share, when there are more messages than this, and keep no more. */
  readonly maxMessages?: number
  /** Begin, whatever the share, when the history has more tokens than this. */
  readonly maxTokens?: number
  /** No request has more characters than this, as it is sent. */
  readonly maxChars?: number
  /** Begin when less than this many tokens remain. */
  readonly remaining?: number
  /** With fewer messages nothing is begun, unless they do not fit. */
  readonly minMessages?: number
  /** How much of its room the history may take afterwards. */
  readonly target: number
  readonly strategies: readonly Strategy[]
  /** Apply all of them; otherwise stop as soon as the target is reached. */
  readonly all?: boolean
  /** The longest summary, in tokens. */
  readonly summaryTokens: number
  /** Where the summary and what is carried over are shown. */
  readonly place: "message" | "system"
}

export interface Measure {
  readonly budget: Budget
  readonly room: number
  /** So many tokens have to remain for the turn to continue. */
  readonly spare?: number
  readonly messages: number
  readonly chars: () => number
  /** How many tokens and messages were left after the last compaction. */
  readonly after?: number
  readonly shown?: number
}

export function isDue(policy: ContextPolicy, measure: Measure): boolean {
  const { budget, room, spare = Number.NEGATIVE_INFINITY, messages, chars, after = 0, shown = 0 } = measure
  const { history, remaining } = budget
  const { maxMessages, maxTokens, maxChars } = policy
  if (history > room || remaining < spare) return true
  if (messages < (policy.minMessages ?? 0)) return false
  const limit = Math.min(room * policy.at, maxTokens ?? Number.POSITIVE_INFINITY)
  // What is carried over may be large by itself: without this check a compaction would follow every step.
  const isGrown = history > after + Math.max(limit - after, limit / 2) / 4
  return (
    (isGrown && history > limit) ||
    (isGrown && remaining < Math.min(policy.remaining ?? Number.NEGATIVE_INFINITY, room / 4)) ||
    (maxMessages !== undefined && messages > Math.max(maxMessages, shown * 1.5)) ||
    (maxChars !== undefined && chars() > maxChars)
  )
}
