// How a profile keeps its history within the window: when it begins, what it does, in which order, and how far it goes.
import type { Budget } from "../contracts/context.ts"
import { PawlError } from "../contracts/error.ts"
import type { Strategy } from "./compaction/shape.ts"
import {
  dropUntilItFits,
  evictOldest,
  summariseHalf,
  summariseMiddle,
  summariseOlder,
  trimMessages,
  trimOldest,
} from "./compaction/strategies/drop-oldest.ts"
import { dropSuperseded, maskResults } from "./compaction/strategies/mask-results.ts"
import { spillLarge } from "./compaction/strategies/spill-large.ts"

export interface ContextPolicy {
  /** Begin when the history takes this share of its room; what does not fit at all is condensed whatever this says. */
  readonly at: number
  /** Begin, whatever the share, when there are more messages than this. */
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
  /** All of them are applied; otherwise they stop as soon as the target is reached. */
  readonly all?: boolean
  /** The longest summary, in tokens. */
  readonly summaryTokens: number
  /** Where the summary and what is carried over are shown. */
  readonly place: "message" | "system"
}

export interface Measure {
  readonly budget: Budget
  readonly room: number
  /** So much has to remain for the turn to go on. */
  readonly spare?: number
  readonly messages: number
  readonly chars: () => number
  /** How many tokens and messages were left by the last time. */
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
  // What is carried over may be much by itself: it would be done again after every step.
  const isGrown = history > after + Math.max(limit - after, limit / 2) / 4
  return (
    (isGrown && history > limit) ||
    (isGrown && remaining < Math.min(policy.remaining ?? Number.NEGATIVE_INFINITY, room / 4)) ||
    (maxMessages !== undefined && messages > Math.max(maxMessages, shown * 1.5)) ||
    (maxChars !== undefined && chars() > maxChars)
  )
}

/** Spill, mask, summarise: what costs least comes first. */
export const budgeted: ContextPolicy = {
  at: 0.8,
  target: 0.5,
  strategies: [spillLarge(), dropSuperseded(), maskResults({ keep: 10 }), summariseOlder({ share: 0.5 })],
  summaryTokens: 2000,
  place: "message",
}

/** Nothing goes until it has to. */
export const wholeHistory: ContextPolicy = {
  at: 1,
  target: 0.8,
  strategies: [dropUntilItFits("lines")],
  summaryTokens: 500,
  place: "message",
}

/** Seed 001. */
export const evicting: ContextPolicy = {
  at: 0.9,
  remaining: 5000,
  minMessages: 11,
  target: 0.6,
  strategies: [maskResults({ keep: 4 }), evictOldest({ keep: 10 })],
  all: true,
  summaryTokens: 500,
  place: "system",
}

/** Seed 002. */
export const halving: ContextPolicy = {
  at: 0.8,
  target: 0.6,
  strategies: [maskResults({ keep: 20 }), summariseHalf()],
  all: true,
  summaryTokens: 2000,
  place: "message",
}

/** Seed 003. */
export const trimmedByChars: ContextPolicy = {
  at: 0.95,
  maxChars: 200_000,
  target: 0.75,
  strategies: [trimOldest()],
  all: true,
  summaryTokens: 500,
  place: "message",
}

/** Seed 004. */
export const summarised: ContextPolicy = {
  at: 0.8,
  maxTokens: 80_000,
  maxMessages: 50,
  target: 0.5,
  strategies: [summariseMiddle({ keep: 6 }), trimMessages({ max: 50 })],
  all: true,
  summaryTokens: 4096,
  place: "message",
}

export const policies: Readonly<Record<string, ContextPolicy>> = {
  budgeted,
  whole: wholeHistory,
  evict: evicting,
  halve: halving,
  trim: trimmedByChars,
  summarise: summarised,
}

export function policyNamed(name: string): ContextPolicy {
  const policy = Object.hasOwn(policies, name) ? policies[name] : undefined
  if (policy !== undefined) return policy
  const known = Object.keys(policies).join(", ")
  throw new PawlError(
    "config-invalid",
    `There is no way "${name}" to keep a history within its window. There are: ${known}.`,
  )
}
