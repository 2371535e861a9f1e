// Plain JSON values: facts, commands and tool arguments consist of nothing else.

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject

/** An object of JSON values. */
export interface JsonObject {
  readonly [key: string]: Json
}

/** A deep copy. `structuredClone` takes ten times as long for the few values of a call. */
export function copyJson<T extends Json>(value: T): T {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(copyJson) as Json as T // The same shape.
  const given = value as JsonObject // An object that is no list.
  const copied: Record<string, Json> = {}
  for (const key of Object.keys(given)) {
    const inside = copyJson(given[key] as Json)
    // Assigning to "__proto__" would change the object instead of adding a key.
    if (key === "__proto__") Object.defineProperty(copied, key, { value: inside, enumerable: true })
    else copied[key] = inside
  }
  return copied as JsonObject as T // The same shape.
}
