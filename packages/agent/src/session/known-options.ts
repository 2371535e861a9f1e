// Refuses options that do not exist, which plain JavaScript would pass over in silence, and says what to write instead.

import { nearest } from "../base/nearest.ts"
import { PawlError } from "../contracts/error.ts"
import type { MetadataChange } from "../contracts/store.ts"
import type { RewindOptions, UndoOptions } from "../features/undo/undo.ts"
import type { ForkOptions } from "./fork.ts"
import type { AnswerOptions, CompactOptions, Decision, FollowOptions, SendOptions } from "./handle-types.ts"
import type { RequestQuery } from "./request-inbox.ts"

/** The compiler keeps such a list complete. */
export type Names<Options> = Readonly<Record<keyof Options, true>>

const id = { id: true, by: true } as const
const restore = { force: true, dryRun: true, ...id } as const

export const SEND: Names<SendOptions> = { ...id, whenBusy: true, model: true, tools: true, signal: true }
export const FOLLOW: Names<FollowOptions> = { after: true, signal: true, failFast: true }
export const DECIDE: Names<Omit<Decision, "decision">> = { arguments: true, reason: true, grant: true, ...id }
export const ANSWER: Names<AnswerOptions> = { question: true, ...id }
export const COMPACT: Names<CompactOptions> = { focus: true, ...id }
export const FORK: Names<ForkOptions> = { at: true, id: true, title: true }
export const UNDO: Names<UndoOptions> = { call: true, turn: true, ...restore }
export const REWIND: Names<RewindOptions> = { turn: true, what: true, ...restore }
export const REQUESTS: Names<RequestQuery> = { owner: true }
export const UPDATE: Names<MetadataChange> = {
  title: true,
  pinned: true,
  archived: true,
  tags: true,
  addTags: true,
  removeTags: true,
}

/** `of`: the call as people write it: "session.send". `instead`: what to write for something that is no object. */
export function refuseUnknown(of: string, options: unknown, names: Names<object>, instead = ""): void {
  const known = Object.keys(names)
  const all = `Its options are ${known.join(", ")}.`
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new PawlError("input-invalid", `The options of ${of} must be an object. ${instead || all}`)
  const [wrong] = Object.keys(options).filter((name) => !Object.hasOwn(names, name))
  if (wrong === undefined) return
  const [meant] = nearest(wrong, known, 1)
  throw new PawlError("input-invalid", `${of} has no option "${wrong}"; the nearest is ${meant}. ${all}`)
}
