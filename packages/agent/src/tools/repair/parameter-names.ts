// Repairs "file_path" where "path" is wanted: an unknown parameter name that stands for a missing required parameter.
import { isObject } from "../../base/is-object.ts"
import { wordsIn } from "../../base/words-in.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Repaired } from "./repair.ts"

export function repairNames(given: JsonObject, schema: JsonObject): Repaired {
  const known = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const required = (Array.isArray(schema.required) ? (schema.required as readonly Json[]) : []).map(String)
  const strange = Object.keys(given).filter((name) => !known.includes(name))
  const missing = required.filter((name) => !Object.hasOwn(given, name))
  const pairs = strange.flatMap((name) =>
    missing.filter((each) => isAkin(name, each)).map((meant) => ({ name, meant })),
  )
  // A pair counts only if neither of its names is part of another pair.
  const isClear = (pair: (typeof pairs)[number]) =>
    pairs.every((other) => other === pair || (other.name !== pair.name && other.meant !== pair.meant))
  const clear = new Map(
    pairs.filter((pair) => isClear(pair) && isLike(pair.name, pair.meant)).map(({ name, meant }) => [name, meant]),
  )
  if (clear.size === 0) return { arguments: given, repairs: [] }
  const entries = Object.entries(given).map(([name, value]) => [clear.get(name) ?? name, value] as const)
  return {
    arguments: Object.fromEntries(entries),
    repairs: [...clear].map(([name, meant]) => `"${name}" is taken as "${meant}"`),
  }
}

/** Similar, or with any word in front. "other_path" is not taken as "path", but makes "file_path" ambiguous. */
function isAkin(a: string, b: string): boolean {
  return isLike(a, b) || inFrontOf(a, b) !== undefined
}

/** The same words, the same end of a move, or a word in front that adds nothing: "file_path" and "path". */
function isLike(a: string, b: string): boolean {
  const [first, second] = [wordsIn(a), wordsIn(b)]
  if (first.join() === second.join()) return true
  const end = endOf(first)
  if (end !== undefined && end === endOf(second)) return true
  return inFrontOf(a, b)?.every((word) => QUALIFIERS.has(word)) === true
}

/** If one name is the last word of the other: the words in front of it. */
function inFrontOf(a: string, b: string): readonly string[] | undefined {
  const [short = [], long = []] = [wordsIn(a), wordsIn(b)].sort((one, other) => one.length - other.length)
  return short.length === 1 && long.at(-1) === short[0] ? long.slice(0, -1) : undefined
}

/** Words that add nothing. Others do: "exclude_path" is not "path", and "order_id" is not just any "id". */
const QUALIFIERS: ReadonlySet<string> = new Set([
  ...["file", "dir", "directory", "folder", "full", "absolute", "relative", "input"],
])

const ENDS = [
  ["from", "source", "src", "old"],
  ["to", "destination", "dest", "dst", "target", "new"],
] as const

const PLACES: ReadonlySet<string> = new Set(["path", "file", "dir", "directory", "folder", "filepath", "location"])

/** Which end of a move the words name: from or to. "new_name" and "new_price" name no place. */
function endOf(words: readonly string[]): number | undefined {
  const isPlace = (word: string) => PLACES.has(word) || ENDS.flat().some((end) => end === word)
  if (!words.every(isPlace)) return undefined
  const found = ENDS.flatMap((names, end) => (names.some((name) => words.includes(name)) ? [end] : []))
  return found.length === 1 ? found[0] : undefined
}
