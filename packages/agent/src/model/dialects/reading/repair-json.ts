// Parses JSON as models write it. An error with only one possible meaning is repaired; anything else is refused with
// the place and the reason.
import { isObject } from "../../../base/is-object.ts"
import type { Json } from "../../../contracts/json.ts"
import { isList } from "./json-object.ts"
import { LooseJson, type LooseOptions } from "./loose-json.ts"

export type JsonRead =
  | { readonly kind: "read"; readonly values: readonly Json[]; readonly added: Added }
  | { readonly kind: "broken"; readonly what: string; readonly atEnd: boolean }

/** Brackets that were missing at the end; "after-number" if digits may be missing too. */
export type Added = "nothing" | "brackets" | "after-number"

const MAX_DEPTH = 200

/** Parses one value, or several in a row. */
export function readJson(text: string, how: Pick<LooseOptions, "guessesEscapes"> = {}): JsonRead {
  const strict = parse(text)
  if (strict !== undefined) {
    // Each level has two brackets, so a short text need not be walked.
    if (text.length > 2 * MAX_DEPTH && isDeeperThan(strict, MAX_DEPTH))
      return { kind: "broken", what: "it is nested too deeply", atEnd: false }
    return { kind: "read", values: [strict], added: "nothing" }
  }
  const loose = new LooseJson(text, { ...how, deepest: MAX_DEPTH })
  const values = loose.values()
  if (values !== undefined && values.length > 0) return { kind: "read", values, added: loose.added }
  const { at, what } = loose.failure ?? { at: 0, what: "there is no value" }
  return { kind: "broken", what: `${what}, at ${placeIn(text, at)}`, atEnd: at >= text.trimEnd().length }
}

/** Parses an object that a model wrote as a string; undefined if the text is not one value. */
export function readOneValue(text: string): Json | undefined {
  const read = readJson(text)
  return read.kind === "read" && read.values.length === 1 ? read.values[0] : undefined
}

export function isJson(text: string): boolean {
  return parse(text) !== undefined
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

function isDeeperThan(value: Json, most: number): boolean {
  if (!isList(value) && !isObject(value)) return false
  if (most === 0) return true
  const inside = isList(value) ? value : Object.values(value)
  return inside.some((each) => isDeeperThan(each, most - 1))
}

function placeIn(text: string, at: number): string {
  if (at >= text.trimEnd().length) return "the end"
  const before = text.slice(0, at)
  const line = before.split("\n").length
  const column = at - before.lastIndexOf("\n")
  return `line ${line}, column ${column}, near ${JSON.stringify(text.slice(at, at + 20).toWellFormed())}`
}
