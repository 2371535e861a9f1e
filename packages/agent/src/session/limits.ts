// How much may be said, and in how many sessions at once: set by whoever runs Pawl for others.
import type { InputPart } from "../contracts/content.ts"
import { PawlError } from "../contracts/error.ts"

/** How much may be said, and in how many sessions. */
export interface SessionLimits {
  /** Characters of one message, without what is in files. */
  readonly maxMessageChars?: number
  /** Files that may be attached in one session. */
  readonly maxFiles?: number
  /** Sessions of one owner in which a turn is under way, or waits for one. */
  readonly maxActiveSessions?: number
  /** Sessions of one owner outside the archive. With one more, the oldest that is not pinned goes there. */
  readonly maxSessions?: number
}

const NAMES = ["maxMessageChars", "maxFiles", "maxActiveSessions", "maxSessions"] as const

/** Those that were given, without what else an agent is made of. */
export function limitsIn(options: SessionLimits): SessionLimits {
  return Object.fromEntries(NAMES.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
}

/** What is wrong with them, in words. Of files there may be none. */
export function limitProblems(options: SessionLimits): readonly string[] {
  return NAMES.flatMap((name) => {
    const least = name === "maxFiles" ? 0 : 1
    const given: number = options[name] ?? least
    return Number.isInteger(given) && given >= least ? [] : [`${name}: a whole number of at least ${least}`]
  })
}

/** As people count: a letter with its accent in two parts is two, an emoji one. */
export function refuseLong(parts: readonly InputPart[], { maxMessageChars }: SessionLimits): void {
  if (maxMessageChars === undefined) return
  let chars = 0
  for (const part of parts) if (part.type === "text") for (const _ of part.text) chars++
  if (chars <= maxMessageChars) return
  throw new PawlError(
    "input-invalid",
    `The message has ${chars} characters; the limit is ${maxMessageChars} (maxMessageChars). Say it in fewer words, or attach it as a file.`,
  )
}
