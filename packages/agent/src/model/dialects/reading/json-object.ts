// Helpers to build JSON objects from what a model wrote. Every key is allowed, including "__proto__".
import type { Json, JsonObject } from "../../../contracts/json.ts"

export type Draft = Record<string, Json>

export function put(target: Draft, key: string, value: Json): void {
  // Assigning to "__proto__" would change the object instead of adding a key.
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value)
}

/** The value of the first of these keys that has one. */
export function firstOf(
  object: JsonObject,
  keys: readonly string[],
): { readonly key: string; readonly value: Json } | undefined {
  for (const key of keys) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined
    if (value !== undefined && value !== null) return { key, value }
  }
  return undefined
}

export function without(object: JsonObject, keys: readonly string[]): JsonObject {
  const kept: Draft = {}
  for (const key of Object.keys(object)) if (!keys.includes(key)) put(kept, key, object[key] as Json)
  return kept
}
