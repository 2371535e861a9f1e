// Checks that a parsed JSON value is an object, and not an array.
import type { JsonObject } from "../contracts/json.ts"

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
