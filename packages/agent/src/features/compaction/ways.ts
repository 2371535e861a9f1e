// Compaction ways by name: the policies of the profiles, with numbers that a user may change.
import { PawlError } from "../../contracts/error.ts"
import type { ContextPolicy } from "./policy.ts"
import {
  dropUntilItFits,
  evictOldest,
  summariseHalf,
  summariseMiddle,
  summariseOlder,
  trimOldest,
} from "./strategies/drop-oldest.ts"
import { dropSuperseded, maskResults } from "./strategies/mask-results.ts"
import { spillLarge } from "./strategies/spill-large.ts"

/** Numbers of a policy that its user may set. */
export interface ContextNumbers extends Pick<ContextPolicy, "maxMessages" | "maxTokens" | "maxChars" | "remaining"> {
  /** Begin when the history takes this share of its room. */
  readonly at?: number
  /** How many of the newest messages stay as they are. */
  readonly tail?: number
  /** The longest summary, in tokens. */
  readonly summaryTokens?: number
}

/** How many of the newest messages stay as they are, unless the user sets `tail`. */
const TAILS: Readonly<Record<string, number>> & Record<"budgeted" | "evict" | "halve" | "summarise", number> = {
  budgeted: 10,
  evict: 10,
  halve: 20,
  summarise: 6,
}

type Way = (numbers: Pick<ContextNumbers, "tail">) => ContextPolicy

const ways: Readonly<Record<string, Way>> = {
  /** Spill, mask, summarise: what costs least comes first. */
  budgeted: ({ tail = TAILS.budgeted }) => ({
    at: 0.8,
    target: 0.5,
    strategies: [spillLarge(), dropSuperseded(), maskResults({ keep: tail }), summariseOlder({ share: 0.5 })],
    summaryTokens: 2000,
    place: "message",
  }),
  /** Drops nothing until it has to. */
  whole: () => ({
    at: 1,
    target: 0.8,
    strategies: [dropUntilItFits("lines")],
    summaryTokens: 500,
    place: "message",
  }),
  /** Seed 001. */
  evict: ({ tail = TAILS.evict }) => ({
    at: 0.9,
    remaining: 5000,
    minMessages: tail + 1,
    target: 0.6,
    strategies: [maskResults({ keep: Math.min(4, tail) }), evictOldest({ keep: tail })],
    all: true,
    summaryTokens: 500,
    place: "system",
  }),
  /** Seed 002. */
  halve: ({ tail = TAILS.halve }) => ({
    at: 0.8,
    target: 0.6,
    strategies: [maskResults({ keep: tail }), summariseHalf()],
    all: true,
    summaryTokens: 2000,
    place: "message",
  }),
  /** Seed 003. */
  trim: () => ({
    at: 0.95,
    maxChars: 200_000,
    target: 0.75,
    strategies: [trimOldest()],
    all: true,
    summaryTokens: 500,
    place: "message",
  }),
  /** Seed 004. */
  summarise: ({ tail = TAILS.summarise }) => ({
    at: 0.8,
    maxTokens: 80_000,
    maxMessages: 50,
    target: 0.5,
    strategies: [summariseMiddle({ keep: tail })],
    all: true,
    summaryTokens: 4096,
    place: "message",
  }),
}

/** Ways that keep no fixed number of the newest messages. */
const WITHOUT_TAIL: readonly string[] = ["whole", "trim"]

export function policyNamed(name: string, numbers: ContextNumbers = {}): ContextPolicy {
  const way = Object.hasOwn(ways, name) ? ways[name] : undefined
  if (way === undefined) {
    const known = Object.keys(ways).join(", ")
    throw new PawlError("config-invalid", `There is no compaction way "${name}". Use one of: ${known}.`)
  }
  const { tail, ...rest } = numbers
  if (tail !== undefined && WITHOUT_TAIL.includes(name)) {
    throw new PawlError(
      "config-invalid",
      `The compaction way "${name}" keeps no fixed number of messages. Remove "tail", or choose another way.`,
    )
  }
  const { maxMessages } = rest
  if (tail !== undefined && maxMessages !== undefined && tail >= maxMessages) {
    throw new PawlError(
      "config-invalid",
      `"maxMessages" (${maxMessages}) must be greater than "tail" (${tail}). Choose a smaller tail, or raise maxMessages.`,
    )
  }
  // The default tail must not conflict with a smaller limit.
  const usual = TAILS[name] ?? 0
  const fitting = maxMessages !== undefined && usual > maxMessages - 2 ? { tail: Math.max(1, maxMessages - 2) } : {}
  const policy = { way: name, ...way({ ...fitting, ...numbers }), ...rest }
  // It must end well below where it begins, or it would begin again with the next step.
  return { ...policy, target: Math.min(policy.target, policy.at * 0.8) }
}

export const WAYS: readonly string[] = Object.keys(ways)

export const budgeted = policyNamed("budgeted")
export const wholeHistory = policyNamed("whole")
export const evicting = policyNamed("evict")
export const halving = policyNamed("halve")
export const trimmedByChars = policyNamed("trim")
export const summarised = policyNamed("summarise")
