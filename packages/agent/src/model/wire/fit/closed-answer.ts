// Fits the schema of a typed answer to what response formats accept. It only narrows what a model may write: the answer is
// still checked against the schema that was asked for.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"

/** Every object with named fields has no others. */
export function closedAnswer(schema: JsonObject): JsonObject {
  return mapped(schema, (part) =>
    isObject(part.properties) && !isObject(part.additionalProperties) ? { ...part, additionalProperties: false } : part,
  )
}

/** Whether OpenAI's strict mode accepts the schema: all fields named and required, and no keyword that it refuses. */
export function isStrict(schema: JsonObject): boolean {
  return every(schema, (part) => {
    if (Object.keys(part).some((key) => REFUSED.has(key))) return false
    // A part without a type accepts anything, which the mode does not allow.
    if (!["type", "anyOf", "enum", "const", "$ref"].some((key) => key in part)) return false
    if (!isObject(part.properties)) return part.type !== "object"
    const required: readonly unknown[] = Array.isArray(part.required) ? part.required : []
    return part.additionalProperties === false && Object.keys(part.properties).every((name) => required.includes(name))
  })
}

const REFUSED: ReadonlySet<string> = new Set([
  ...["allOf", "oneOf", "not", "if", "then", "else", "patternProperties", "propertyNames", "default", "examples"],
  ...[
    "dependentRequired",
    "dependentSchemas",
    "minProperties",
    "maxProperties",
    "uniqueItems",
    "minLength",
    "maxLength",
  ],
])

/** Anthropic refuses limits: they become words, and are checked when the answer is there. */
export function withoutLimits(schema: JsonObject): JsonObject {
  return mapped(schema, (part) => {
    const limits = Object.entries(part).filter(([key]) => LIMITS.has(key))
    if (limits.length === 0) return part
    const rest = Object.fromEntries(Object.entries(part).filter(([key]) => !LIMITS.has(key)))
    const words = limits.map(([key, value]) => `${key} ${JSON.stringify(value)}`).join(", ")
    const before = typeof part.description === "string" ? `${part.description} ` : ""
    return { ...rest, description: `${before}(${words})` }
  })
}

const LIMITS: ReadonlySet<string> = new Set([
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern"],
  ...["minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties"],
])

/** The places in a schema where other schemas stand. */
const LISTS = ["anyOf", "allOf", "oneOf", "prefixItems"]
const PARTS = ["items", "additionalProperties"]

function mapped(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  const inside: Record<string, Json> = { ...schema }
  if (isObject(schema.properties)) {
    const fields = Object.entries(schema.properties)
    inside.properties = Object.fromEntries(fields.map(([name, each]) => [name, within(each, change)]))
  }
  for (const key of LISTS) {
    const list = schema[key]
    if (Array.isArray(list)) inside[key] = list.map((each: Json) => within(each, change))
  }
  for (const key of PARTS) if (isObject(schema[key])) inside[key] = within(schema[key], change)
  return change(inside)
}

function within(part: Json, change: (part: JsonObject) => JsonObject): Json {
  return isObject(part) ? mapped(part, change) : part
}

function every(schema: JsonObject, isRight: (part: JsonObject) => boolean): boolean {
  let isAll = true
  mapped(schema, (part) => {
    isAll &&= isRight(part)
    return part
  })
  return isAll
}
