// The arguments of a call as plain JSON with well-formed strings: they are sent with every later request. An adapter may
// return anything, and may change it later, so they are copied.
import { isObject } from "../../base/is-object.ts"
import { wellFormed, wholeCharacters } from "../../base/well-formed.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"

/** Undefined when it is no JSON object. */
export function readJson(given: unknown): JsonObject | undefined {
  try {
    const copy = plainCopy(given, 0) ?? written(given)
    return isObject(copy) ? copy : undefined
  } catch {
    return undefined
  }
}

/** As JSON writes and reads it. */
export function written(given: unknown): unknown {
  return wellFormed(JSON.parse(JSON.stringify(given)) as unknown, wholeCharacters)
}

/** Deeper data is left to `written`. */
const MAX_DEPTH = 20

/** What `written` makes of it, without writing it. Undefined when it holds anything that JSON would change. */
export function plainCopy(given: unknown, depth: number): Json | undefined {
  if (typeof given === "string") return given.isWellFormed() ? given : undefined
  if (typeof given === "boolean" || given === null) return given
  if (typeof given === "number") return Number.isFinite(given) && !Object.is(given, -0) ? given : undefined
  if (typeof given !== "object" || depth > MAX_DEPTH) return undefined
  if (Array.isArray(given)) return plainList(given, depth)
  const prototype: unknown = Object.getPrototypeOf(given)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  return plainObject(given as Readonly<Record<string, unknown>>, depth)
}

function plainObject(given: Readonly<Record<string, unknown>>, depth: number): Json | undefined {
  const copy: Record<string, Json> = {}
  for (const key of Object.keys(given)) {
    // Assigned, "__proto__" would be no key. A function named "toJSON" is no plain value.
    if (key === "__proto__" || !key.isWellFormed()) return undefined
    const value = plainCopy(given[key], depth + 1)
    if (value === undefined) return undefined
    copy[key] = value
  }
  return copy
}

function plainList(given: readonly unknown[], depth: number): Json | undefined {
  if (Object.getPrototypeOf(given) !== Array.prototype || "toJSON" in given) return undefined
  const copy: Json[] = []
  for (let at = 0; at < given.length; at++) {
    const value = plainCopy(given[at], depth + 1)
    if (value === undefined) return undefined
    copy.push(value)
  }
  return copy
}
