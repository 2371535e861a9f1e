// Keywords that hold plain values, each with what JSON Schema (2020-12) lets it hold. Providers check that, and refuse the request
// for one that holds anything else.
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

/** As the oldest drafts have it: a flag beside the limit. */
function exclusive(schema: JsonObject, limit: string, flag: string): JsonObject {
  if (schema[flag] !== true || !isNumber(schema[limit] ?? null)) return {}
  return { [flag]: schema[limit] as Json, [limit]: null }
}

/** What looks around is refused by some, and what is no pattern by all. */
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

/** The types it names that there are. */
export function typesIn({ type, nullable }: JsonObject): readonly string[] {
  const named = Array.isArray(type) ? listIn(type) : type === undefined ? [] : [type]
  const known = unique(named.filter((each) => TYPES.has(each)) as readonly string[]) // All of them are texts.
  return nullable === true && known.length > 0 ? unique([...known, "null"]) : known
}
