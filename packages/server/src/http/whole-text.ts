// Repairs the texts of a body where it enters, as the library does with what people say. JSON can write half a character, which
// stores and providers keep as another one or refuse. Ids are refused by their schema before: a repaired id is another id.
import { HttpError } from "./http-error.ts"

/** Deeper than anything that people or tools write, and far from where JSON can no longer be written. */
const MOST_LEVELS = 200

/** The same value if nothing is wrong, so that no copy is made. */
export function wholeTexts<Value>(value: Value): Value {
  return whole(value, 0) as Value // Only texts differ.
}

function whole(value: unknown, level: number): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed()
  if (typeof value !== "object" || value === null) return value
  if (level > MOST_LEVELS) throw tooDeep()
  if (Array.isArray(value)) return wholeList(value, level + 1)
  const entries = Object.entries(value)
  const flat: readonly unknown[] = entries.flat()
  const mended = wholeList(flat, level + 1)
  if (mended === flat) return value
  return Object.fromEntries(entries.map((_, at) => [String(mended[2 * at]), mended[2 * at + 1]]))
}

function wholeList(list: readonly unknown[], level: number): readonly unknown[] {
  const mended = list.map((each) => whole(each, level))
  return mended.some((each, at) => each !== list[at]) ? mended : list
}

function tooDeep(): HttpError {
  const message = `The body is nested more than ${MOST_LEVELS} levels deep. Send it with fewer, or as a text.`
  return new HttpError(400, "input-invalid", message)
}
