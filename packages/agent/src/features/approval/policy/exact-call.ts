// Grants for one exact call, compared by value: `false` is not "false", and a "*" is a star. Each argument is kept as
// JSON with its keys sorted.
import type { Grant } from "../../../contracts/fact.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"

type Where = NonNullable<Grant["where"]>

/** Undefined for arguments that are too long for the approver to read again. */
export function exactWhere(given: JsonObject): Where | undefined {
  if (roomLeft(given, MAX_EXACT_CHARS) < 0) return undefined
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, jsonOf(value)]))
}

/** All of the arguments match, and there are no others. */
export function isExactly(given: JsonObject, where: Where): boolean {
  const names = Object.keys(given)
  if (names.length !== Object.keys(where).length || roomLeft(given, MAX_EXACT_CHARS) < 0) return false
  return names.every((name) => Object.hasOwn(where, name) && where[name] === jsonOf(given[name] as Json))
}

/**
 * Matches a value that is not text against a pattern in text: the same value, or any. Undefined leaves the decision to
 * the caller, for text. Text never matches a pattern that is written like another value: older grants wrote `false` and
 * "false" alike.
 */
export function isValue(value: Json | undefined, pattern: string): boolean | undefined {
  if (value === undefined) return false
  if (pattern === "**") return true
  const other = valueIn(pattern)
  if (typeof value === "string") return other === undefined ? undefined : false
  return other !== undefined && roomLeft(value, MAX_EXACT_CHARS) >= 0 && jsonOf(other) === jsonOf(value)
}

/** The pattern's value where it is JSON but not text. */
function valueIn(pattern: string): Json | undefined {
  try {
    const value = JSON.parse(pattern) as Json
    return typeof value === "string" ? undefined : value
  } catch {
    return undefined
  }
}

function jsonOf(value: Json): string {
  return JSON.stringify(value, (_, each: Json) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

const MAX_EXACT_CHARS = 2000

/** How much of `room` characters is left; below zero as soon as there are more, and the rest is not visited. */
function roomLeft(value: Json, room: number): number {
  if (typeof value !== "object" || value === null) return room - String(value).length
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value)
  let left = room
  for (const key of keys) {
    left = roomLeft(Reflect.get(value, key), left - (typeof key === "string" ? key.length + 1 : 1))
    if (left < 0) return left
  }
  return left
}
