// Converts a fitted schema to the subset of OpenAPI that Gemini accepts: everything has one type, alternatives stand
// alone, only strings can be enumerated, and an object has properties. A value of any type is requested as JSON text,
// which is parsed afterwards.
import { defined } from "../../../base/defined.ts"
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { type Fitting, listIn, objectFrom, someOf, spend, unique, withWords } from "./fitting.ts"

export function narrowed(schema: JsonObject, fitting: Fitting): JsonObject {
  const { properties, required, description } = schema
  // Common keywords are copied into every alternative, which can make the schema long again.
  fitting.left = fitting.most
  return {
    type: "object",
    ...(typeof description === "string" && { description }),
    ...objectFields({ properties: properties ?? {}, ...defined({ required }) }, fitting),
  }
}

function objectFields({ properties, required }: JsonObject, fitting: Fitting): JsonObject {
  const inside = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, each]) => [name, narrow(isObject(each) ? each : {}, fitting)] as const,
  )
  return { properties: objectFrom(inside), ...(listIn(required).length > 0 && { required: required as Json }) }
}

function narrow(given: JsonObject, fitting: Fitting): JsonObject {
  if (!spend(fitting, String(given.description ?? "").length)) return { type: "string" }
  const schema = merged(given)
  const { anyOf, ...base } = schema
  const types = typesOf(schema)
  const choices = listIn(anyOf).filter(isObject)
  const isNullable = types.includes("null") || choices.some((each) => each.type === "null")
  const kinds = types.filter((type) => type !== "null")
  const alternatives =
    choices.length > 0
      ? choices
          .filter((each) => each.type !== "null")
          .map((each) => (fitting.left < 0 ? { type: "string" } : narrow(over(base, each), fitting)))
      : kinds.map((type) => typed(type, schema, fitting))
  const open = types.length > 0 && kinds.length === 0 ? [typed("string", {}, fitting)] : ANYTHING
  const all = unique(alternatives.length === 0 ? open : alternatives).flatMap(alone)
  return together(all, schema, isNullable)
}

/** Flattens nested alternatives. */
function alone(schema: JsonObject): readonly JsonObject[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf.filter(isObject) : [schema]
}

const ANYTHING: readonly JsonObject[] = [
  { type: "string" },
  { type: "number" },
  { type: "boolean" },
  { type: "array", items: { type: "string" } },
]

function together(parts: readonly JsonObject[], { description }: JsonObject, isNullable: boolean): JsonObject {
  const nullable = isNullable ? { nullable: true } : {}
  const [first, ...others] = unique(parts).map((part): JsonObject => ({ ...part, ...nullable }))
  if (first === undefined) return { type: "string", ...nullable }
  // No keyword may stand beside alternatives, so the first one carries the common description.
  const about = typeof description === "string" && first.description === undefined ? { ...first, description } : first
  return others.length === 0 ? about : { anyOf: [about, ...others] }
}

/** Copies the common keywords into an alternative. */
function over(base: JsonObject, choice: JsonObject): JsonObject {
  const { description: _said, ...rest } = base
  return merged({ ...choice, allOf: [...listIn(choice.allOf), rest] })
}

/** Merges `allOf` into one schema; the first value of a keyword counts. */
function merged(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.allOf)) return schema
  const { allOf, ...rest } = schema
  let whole: JsonObject = rest
  for (const part of listIn(allOf).filter(isObject)) whole = both(whole, merged(part))
  return whole
}

function both(first: JsonObject, second: JsonObject): JsonObject {
  const properties = bothIn(first.properties, second.properties)
  const required = unique([...listIn(first.required), ...listIn(second.required)])
  return {
    ...second,
    ...first,
    ...(!isEmpty(properties) && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** An empty schema for a property gives way to one with content. */
function bothIn(first: Json | undefined, second: Json | undefined): JsonObject {
  const [one, other] = [first, second].map((each) => (isObject(each) ? each : {})) as [JsonObject, JsonObject]
  const said = Object.entries(one).filter(
    ([name, each]) => !(isObject(each) && isEmpty(each) && Object.hasOwn(other, name)),
  )
  return { ...other, ...objectFrom(said) }
}

function isEmpty(schema: JsonObject): boolean {
  return Object.keys(schema).length === 0
}

/** The declared types, or those that other keywords imply. */
function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema
  if (typeof type === "string") return [type]
  if (Array.isArray(type)) return type.filter((each) => typeof each === "string")
  const values = "const" in schema ? [schema.const ?? null] : listIn(schema.enum)
  if (values.length > 0) return unique(values.map(typeOf))
  const told = Object.entries(TOLD_BY).find(([, keywords]) => keywords.some((key) => key in schema))
  return told === undefined ? [] : [told[0]]
}

const TOLD_BY: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "additionalProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["pattern", "format", "minLength", "maxLength"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
}

function typeOf(value: Json): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "array" : typeof value
}

function typed(type: string, schema: JsonObject, fitting: Fitting): JsonObject {
  const { description } = schema
  const about = typeof description === "string" ? { description } : {}
  switch (type) {
    case "object":
      return objectOf({ ...about, ...schema }, about, fitting)
    case "array": {
      const items = narrow(isObject(schema.items) ? schema.items : {}, fitting)
      return { type, ...about, items, ...pick(schema, ["minItems", "maxItems"]) }
    }
    case "string":
      return withTexts(
        { type, ...about, ...pick(schema, ["minLength", "maxLength", "pattern"]), ...formatOf(schema) },
        schema,
      )
    case "boolean":
      return withValues({ type, ...about }, schema, type)
    default:
      return withValues({ type, ...about, ...limitsOf(schema) }, schema, "number")
  }
}

function objectOf(schema: JsonObject, about: JsonObject, fitting: Fitting): JsonObject {
  const hasProperties = isObject(schema.properties) && Object.keys(schema.properties).length > 0
  if (hasProperties) return { type: "object", ...about, ...objectFields(schema, fitting) }
  fitting.changes.add("objects with any properties are requested as JSON text")
  return withWords({ type: "string", ...about }, "A JSON object, written as text.")
}

function formatOf({ format }: JsonObject): JsonObject {
  return format === "date-time" ? { format } : {}
}

function limitsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): JsonObject {
  const [least, most] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum]
  return { ...defined({ minimum: least, maximum: most }) }
}

function withTexts(part: JsonObject, schema: JsonObject): JsonObject {
  const values = valuesOf(schema)
  const texts = values.filter((value) => typeof value === "string" && value !== "")
  return texts.length === 0 || texts.length < values.filter((value) => typeof value === "string").length
    ? withValues(part, schema, "string")
    : { ...part, enum: texts }
}

/** Only strings can be enumerated. */
function withValues(part: JsonObject, schema: JsonObject, type: string): JsonObject {
  const values = valuesOf(schema).filter((value) => typeof value === type)
  return values.length === 0 ? part : withWords(part, `One of ${someOf(values)}.`)
}

function valuesOf(schema: JsonObject): readonly Json[] {
  return "const" in schema ? [schema.const ?? null] : listIn(schema.enum)
}

function pick(schema: JsonObject, keys: readonly string[]): JsonObject {
  return objectFrom(keys.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]] as const])))
}
