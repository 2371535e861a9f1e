// Limits of an agent: how much may be said, and how much a turn, a session and an owner may use.
import type { Usage } from "./usage.ts"

/** How much may be used. At 80 % a session tells so once; at 100 % the next request is refused before it is sent. */
export interface UsageLimits {
  /** US dollars, by the option `prices` and Pawl's list of prices. A model without a known price adds none. */
  readonly costUsd?: number
  /** Tokens of requests and answers together, cached ones included. */
  readonly tokens?: number
  /** How long requests to models and tool calls take together, in milliseconds. Waiting for people does not count. */
  readonly ms?: number
  /** Calls that the model makes. The next one is refused, and the turn ends. */
  readonly toolCalls?: number
}

/**
 * Limits for applications that run Pawl on behalf of their users.
 *
 * @example
 * ```ts
 * import { createAgent, type Limits } from "@pawl/agent"
 *
 * const limits: Limits = {
 *   message: { chars: 10_000 },
 *   turn: { costUsd: 0.5, toolCalls: 40 },
 *   session: { costUsd: 5, files: 10 },
 *   owner: { costUsd: 20, activeSessions: 3 },
 * }
 * const agent = await createAgent({ model, limits })
 * ```
 */
export interface Limits {
  /** What one message may hold. */
  readonly message?: {
    /** Characters, without attached files. */
    readonly chars?: number
  }
  /** What one turn may use, with the children that work for it. */
  readonly turn?: UsageLimits
  /** What one session may use over all its turns, with the children that work for it. */
  readonly session?: UsageLimits & {
    /** Files that may be attached. */
    readonly files?: number
  }
  /**
   * What all sessions of one owner may use in one day (UTC). All sessions without an owner count as those of one. A
   * function gives each owner its own; it is asked before each message and each request to a model.
   */
  readonly owner?: OwnerLimits | LimitsOf
  /** What may wait for a runner before a message, with owners in turns. Beyond, one that would begin a turn is refused, with a time to come back. */
  readonly waiting?: WaitingLimits
}

/** What may wait for a runner before a message, with owners in turns, until new turns are refused. */
export interface WaitingLimits {
  /** Sessions. A few more may be accepted when many messages arrive at the same moment. */
  readonly sessions?: number
  /** How long the oldest message may wait for its turn to begin, in milliseconds. */
  readonly ms?: number
}

/** What all sessions of one owner may use in one day (UTC), and how many there may be. */
export interface OwnerLimits extends UsageLimits {
  /** Sessions outside the archive. When there is one more, the oldest that is not pinned is archived. */
  readonly sessions?: number
  /** Sessions with a turn under way, or waiting to begin. One more is refused. */
  readonly activeSessions?: number
  /** Sessions that run at once, on all machines of the store. One more waits; sub-agents do not count. */
  readonly runningSessions?: number
}

/**
 * The limits of an owner, null for sessions without one. Undefined: no limits. A limit of 0 allows nothing. When it throws,
 * nothing is sent.
 */
export type LimitsOf = (owner: string | null) => OwnerLimits | undefined | Promise<OwnerLimits | undefined>

/** What a limit belongs to. */
export type LimitScope = "turn" | "session" | "owner"

/** What a limit counts. */
export type LimitName = keyof UsageLimits

/** A limit that is near or reached. */
export interface LimitMet {
  /** What the limit belongs to. */
  readonly scope: LimitScope
  /** What it counts. */
  readonly limit: LimitName
  /** How much is used. */
  readonly used: number
  /** How much may be used. */
  readonly max: number
}

/** Which sums `agent.usage` returns; all of them unless a field says otherwise. */
export interface UsageQuery {
  /** Only sums of this owner; null for sessions without an owner. */
  readonly owner?: string | null
  /** The first day, as in "2026-01-31" (UTC). */
  readonly from?: string
  /** The last day, as in "2026-01-31" (UTC). */
  readonly to?: string
}

/** What the sessions of one owner used with one model on one day. */
export interface UsageRow {
  /** The owner; null for sessions without one. */
  readonly owner: string | null
  /** The day in UTC, as in "2026-01-31". */
  readonly day: string
  /** The model's name in the log. */
  readonly model: string
  /** Requests that were answered, and failed ones that used something. */
  readonly requests: number
  /** Of these, the requests whose cost is unknown: `usage.costUsd` lacks them. */
  readonly unpriced: number
  /** Tokens and cost. */
  readonly usage: Usage
  /** Calls that the model made. */
  readonly toolCalls: number
  /** How long requests and calls took, in milliseconds. */
  readonly ms: number
}

/** What facts add to the sums of their session's owner. */
export interface Spent extends Omit<UsageRow, "owner" | "day"> {
  /** Days since 1970 (UTC). */
  readonly day: number
}

const DAY_MS = 86_400_000

/** Days since 1970 (UTC). */
export function dayAt(at: number): number {
  return Math.floor(at / DAY_MS)
}

/** "2026-01-31" */
export function dayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The reverse of `dayName`; undefined for anything else. */
export function readDay(name: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(name) ? Date.parse(name) : Number.NaN
  // The 30th of February is read as the 2nd of March.
  return Number.isNaN(at) || dayName(dayAt(at)) !== name ? undefined : dayAt(at)
}
