// A value that came as JSON: is it an object, and no list?
import type { JsonObject } from "../contracts/json.ts"

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
