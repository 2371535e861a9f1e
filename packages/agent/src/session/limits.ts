// Limits on input and on concurrent sessions, for applications that run Pawl on behalf of their users.
import type { InputPart } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"

/** Limits on input and on the number of sessions. */
export interface SessionLimits {
  /** Characters of one message, without attached files. */
  readonly maxMessageChars?: number
  /** Files that may be attached in one session. */
  readonly maxFiles?: number
  /** Sessions of one owner with a turn under way, or waiting to begin. */
  readonly maxActiveSessions?: number
  /** Sessions of one owner outside the archive. When there is one more, the oldest that is not pinned is archived. */
  readonly maxSessions?: number
}

const NAMES = ["maxMessageChars", "maxFiles", "maxActiveSessions", "maxSessions"] as const

/** Picks the limits from an agent's options. */
export function limitsIn(options: SessionLimits): SessionLimits {
  return Object.fromEntries(NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

/** Describes what is wrong with the limits. Only `maxFiles` may be 0. */
export function limitProblems(options: SessionLimits): readonly string[] {
  return NAMES.flatMap((name) => {
    const least = name === "maxFiles" ? 0 : 1
    const given: number = options[name] ?? least
    return Number.isInteger(given) && given >= least ? [] : [`${name}: a whole number of at least ${least}`]
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
    `The message has ${chars} characters; the limit is ${maxMessageChars} (maxMessageChars). Shorten it, or attach the text as a file.`,
  )
}
