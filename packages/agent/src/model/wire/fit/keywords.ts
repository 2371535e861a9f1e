// Keywords with plain values, each with the type that JSON Schema (2020-12) allows. Providers validate this, and refuse
// the request for any other value.
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { listIn, unique } from "./fitting.ts"

const isText = (value: Json) => typeof value === "string"
const isNumber = (value: Json) => typeof value === "number" && Number.isFinite(value)
const isCount = (value: Json) => Number.isSafeInteger(value) && Number(value) >= 0

const FITS: Readonly<Record<string, (value: Json) => boolean>> = {
  title: isText,
  description: isText,
  default: () => true,
  examples: (value) => Array.isArray(value),
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  uniqueItems: (value) => typeof value === "boolean",
  pattern: (value) => typeof value === "string" && isPattern(value),
  format: (value) => FORMATS.has(value),
}

export function plainKeywords(given: JsonObject): Record<string, Json> {
  const schema = {
    ...given,
    ...exclusive(given, "minimum", "exclusiveMinimum"),
    ...exclusive(given, "maximum", "exclusiveMaximum"),
  }
  const kept = Object.keys(FITS).filter((key) => {
    const value = Object.hasOwn(schema, key) ? schema[key] : undefined
    return value !== undefined && FITS[key]?.(value) === true
  })
  return Object.fromEntries(kept.map((key) => [key, schema[key] as Json]))
}

/** The form of the oldest drafts: a flag beside the limit. */
function exclusive(schema: JsonObject, limit: string, flag: string): JsonObject {
  if (schema[flag] !== true || !isNumber(schema[limit] ?? null)) return {}
  return { [flag]: schema[limit] as Json, [limit]: null }
}

/** Some providers refuse lookaround, and all refuse an invalid pattern. */
function isPattern(pattern: string): boolean {
  if (/\(\?[=!<]|\\[1-9]|\\k</.test(pattern)) return false
  try {
    return new RegExp(pattern, "u") instanceof RegExp
  } catch {
    return false
  }
}

const FORMATS: ReadonlySet<Json> = new Set([
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uuid", "uri"],
])

const TYPES: ReadonlySet<Json> = new Set(["object", "array", "string", "number", "integer", "boolean", "null"])

/** The valid types that the schema names. */
export function typesIn({ type, nullable }: JsonObject): readonly string[] {
  const named = Array.isArray(type) ? listIn(type) : type === undefined ? [] : [type]
  const known = unique(named.filter((each) => TYPES.has(each)) as readonly string[]) // Known types are strings.
  return nullable === true && known.length > 0 ? unique([...known, "null"]) : known
}
