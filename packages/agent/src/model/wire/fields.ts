// Reads fields of parsed JSON that may be missing, or of another type than expected.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"

export function stringIn(value: JsonObject | undefined, field: string): string {
  const found = value?.[field]
  return typeof found === "string" ? found : ""
}

export function numberIn(value: JsonObject | undefined, field: string): number {
  const found = value?.[field]
  return typeof found === "number" ? found : 0
}

export function objectIn(value: JsonObject | undefined, field: string): JsonObject | undefined {
  const found = value?.[field]
  return isObject(found) ? found : undefined
}

export function listIn(value: JsonObject | undefined, field: string): readonly Json[] {
  const found = value?.[field]
  return Array.isArray(found) ? found : []
}
