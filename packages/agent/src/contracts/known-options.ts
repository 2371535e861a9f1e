// Refuses options that do not exist, which plain JavaScript would pass over in silence, and says what to write instead.
import { nearest } from "../base/nearest.ts"
import { type ErrorCode, PawlError } from "./error.ts"

/** The compiler keeps such a list complete. */
export type Names<Options> = Readonly<Record<keyof Options, true>>

/**
 * `of`: the call as people write it: "session.send". `instead`: what to write for something that is no object. `words`: what
 * other libraries call an option, and what to write for it.
 */
export function refuseUnknown(of: string, options: unknown, names: Names<object>, how: UnknownHow = {}): void {
  const { instead, code = "input-invalid", words = {} } = how
  const known = Object.keys(names)
  const all = `Its options are ${known.join(", ")}.`
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new PawlError(code, `The options of ${of} must be an object. ${instead ?? all}`)
  // It would mean the sessions of all: a program whose user is not logged in must not get them.
  if (Object.hasOwn(names, "owner") && "owner" in options && options.owner === undefined)
    throw new PawlError(code, `${of} got an owner that is undefined. Pass the owner's name, or leave "owner" out.`)
  const [wrong] = Object.keys(options).filter((name) => !Object.hasOwn(names, name))
  if (wrong === undefined) return
  const meant = Object.hasOwn(words, wrong) ? `write ${words[wrong]}` : `the nearest is ${nearest(wrong, known, 1)[0]}`
  throw new PawlError(code, `${of} has no option "${wrong}"; ${meant}. ${all}`)
}

/** How unknown options are refused. */
export interface UnknownHow {
  /** What to write for something that is no object. */
  readonly instead?: string
  /** The code of the error; "input-invalid" unless given. */
  readonly code?: ErrorCode
  /** What other libraries call an option, and what to write for it. */
  readonly words?: Readonly<Record<string, string>>
}
