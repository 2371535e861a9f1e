// Limits on input and on concurrent sessions, for applications that run Pawl on behalf of their users.
import { defined } from "../base/defined.ts"
import { isObject } from "../base/is-object.ts"
import type { InputPart } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"
import type { Limits, OwnerLimits } from "../contracts/limits.ts"

/** Limits on input and on the number of sessions, as commands are checked against them. */
export interface SessionLimits {
  /** Characters of one message, without attached files. */
  readonly maxMessageChars?: number
  /** Files that may be attached in one session. */
  readonly maxFiles?: number
  /** Sessions of one owner with a turn under way, or waiting to begin. */
  readonly maxActiveSessions?: number
  /** Sessions of one owner outside the archive. When there is one more, the oldest that is not pinned is archived. */
  readonly maxSessions?: number
  /** Sessions that may wait for a runner before a message, and how long one may. */
  readonly maxWaiting?: number
  readonly maxWaitMs?: number
}

/** Picks the limits of what people send. Those of an owner may have to be asked for: see `ownerCounts`. */
export function limitsIn({ message, session, owner, waiting }: Limits = {}): SessionLimits {
  const counts = typeof owner === "function" ? {} : ownerCounts(owner)
  const queue = defined({ maxWaiting: waiting?.sessions, maxWaitMs: waiting?.ms })
  return { ...defined({ maxMessageChars: message?.chars, maxFiles: session?.files }), ...queue, ...counts }
}

/** How many sessions an owner may have. */
export type OwnerCounts = Pick<SessionLimits, "maxActiveSessions" | "maxSessions">

export function ownerCounts(owner: OwnerLimits | undefined): OwnerCounts {
  return defined({ maxActiveSessions: owner?.activeSessions, maxSessions: owner?.sessions })
}

type Least = (value: number) => string | undefined

const whole: Least = (value) => (Number.isInteger(value) && value >= 1 ? undefined : "a whole number of at least 1")
const wholeOrNone: Least = (value) =>
  Number.isInteger(value) && value >= 0 ? undefined : "a whole number of at least 0"
const above: Least = (value) => (Number.isFinite(value) && value > 0 ? undefined : "a number above 0")

const USAGE = { costUsd: above, tokens: whole, ms: above, toolCalls: wholeOrNone }
const NAMES: Readonly<Record<string, Readonly<Record<string, Least>>>> = {
  message: { chars: whole },
  turn: USAGE,
  session: { ...USAGE, files: wholeOrNone },
  owner: { ...USAGE, sessions: whole, activeSessions: whole, runningSessions: whole },
  waiting: { sessions: whole, ms: above },
}

/** Describes what is wrong with the limits. */
export function limitProblems(limits: Limits | undefined): readonly string[] {
  if (limits === undefined) return []
  if (!isObject(limits)) return ["limits: an object such as { turn: { costUsd: 0.5 } }"]
  return Object.entries(limits).flatMap(([scope, given]) => scopeProblems(scope, given))
}

function scopeProblems(scope: string, given: unknown): readonly string[] {
  const known = Object.hasOwn(NAMES, scope) ? NAMES[scope] : undefined
  if (known === undefined) return [`limits.${scope}: there is none; limits are of ${Object.keys(NAMES).join(", ")}`]
  if (given === undefined || (scope === "owner" && typeof given === "function")) return []
  if (!isObject(given)) return [`limits.${scope}: an object with ${Object.keys(known).join(", ")}`]
  return Object.entries(given).flatMap(([name, value]) => {
    const check = Object.hasOwn(known, name) ? known[name] : undefined
    if (check === undefined)
      return [`limits.${scope}.${name}: there is none; ${scope} has ${Object.keys(known).join(", ")}`]
    if (value === undefined) return []
    const problem = typeof value === "number" ? check(value) : check(Number.NaN)
    return problem === undefined ? [] : [`limits.${scope}.${name}: ${problem}`]
  })
}

/** Counts code points: an emoji is one, a letter with a combining accent is two. */
export function refuseLong(parts: readonly InputPart[], { maxMessageChars }: SessionLimits): void {
  if (maxMessageChars === undefined) return
  let chars = 0
  for (const part of parts) if (part.type === "text") for (const _ of part.text) chars++
  if (chars <= maxMessageChars) return
  throw new PawlError(
    "input-invalid",
    `The message has ${chars} characters; the limit is ${maxMessageChars} (limits.message.chars). Shorten it, or attach the text as a file.`,
  )
}
