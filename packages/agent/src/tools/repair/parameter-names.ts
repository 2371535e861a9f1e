// "file_path" where "path" is wanted: a name that no parameter has, for the one required parameter that is missing.
import type { Json, JsonObject } from "../../contracts/json.ts"
import { isObject, type Repaired } from "./repair.ts"

export function repairNames(given: JsonObject, schema: JsonObject): Repaired {
  const known = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const required = (Array.isArray(schema.required) ? (schema.required as readonly Json[]) : []).map(String)
  const strange = Object.keys(given).filter((name) => !known.includes(name))
  const missing = required.filter((name) => !Object.hasOwn(given, name))
  const pairs = strange.flatMap((name) =>
    missing.filter((each) => isLike(name, each)).map((meant) => ({ name, meant })),
  )
  // Each may be read in one way only.
  const isClear = (pair: (typeof pairs)[number]) =>
    pairs.every((other) => other === pair || (other.name !== pair.name && other.meant !== pair.meant))
  const clear = new Map(pairs.filter(isClear).map(({ name, meant }) => [name, meant]))
  if (clear.size === 0) return { arguments: given, repairs: [] }
  const entries = Object.entries(given).map(([name, value]) => [clear.get(name) ?? name, value] as const)
  return {
    arguments: Object.fromEntries(entries),
    repairs: [...clear].map(([name, meant]) => `"${name}" is taken as "${meant}"`),
  }
}

/** The same words, the same end of a way, or the last word of one is all of the other: "file_path" and "path". */
function isLike(a: string, b: string): boolean {
  const [first, second] = [wordsIn(a), wordsIn(b)]
  if (first.join() === second.join()) return true
  const end = endOf(first)
  if (end !== undefined && end === endOf(second)) return true
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  return short.length === 1 && long.at(-1) === short[0]
}

const ENDS = [
  ["from", "source", "src", "old"],
  ["to", "destination", "dest", "dst", "target", "new"],
] as const

/** Where something is moved from, or to. A new name is no new place. */
function endOf(words: readonly string[]): number | undefined {
  if (words.includes("name")) return undefined
  const found = ENDS.flatMap((names, end) => (names.some((name) => words.includes(name)) ? [end] : []))
  return found.length === 1 ? found[0] : undefined
}

export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "")
}
