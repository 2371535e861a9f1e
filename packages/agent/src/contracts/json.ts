// Plain JSON values: facts, commands and tool arguments consist of nothing else.

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** An object of JSON values. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A deep copy. `structuredClone` takes ten times as long for the few values of a call. */
export function copyJson<T extends Json>(value: T): T {
  return copy(value) as T
}

function copy(value: Json): Json {
  if (typeof value !== "object" || value === null) return value
  if (isList(value)) return value.map(copy)
  const copied: Record<string, Json> = {}
  for (const key of Object.keys(value)) {
    // Assigning to "__proto__" would change the object instead of adding a key.
    if (key === "__proto__") Object.defineProperty(copied, key, { value: copy(value[key] as Json), enumerable: true })
    else copied[key] = copy(value[key] as Json)
  }
  return copied
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
