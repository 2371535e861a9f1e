// What to write instead of a value that looks like a schema and is none: it would be accepted as a JSON Schema that checks
// nothing.
import { isObject } from "../base/is-object.ts"
import type { StandardSchema } from "./input-schema.ts"

/** `option`: the name by which the schema is passed. One sentence on what it is, and one on what to write. */
export function noSchema(option: "input" | "output", schema: unknown): string | undefined {
  if (!isObject(schema)) return `It must be an object, and is ${kindOf(schema)}. ${write(option)}`
  const what = foreign(schema)
  if (what !== undefined) return `It is ${what}. ${write(option)}`
  return inFieldSchema(option, schema) ?? fieldsAlone(option, schema) ?? withoutKeyword(option, schema)
}

function write(option: string): string {
  return `Write ${option}: z.object({ ... }), or a JSON Schema such as { type: "object", properties: { ... } }.`
}

type Fields = Readonly<Record<string, unknown>>

/** What other libraries make of a schema. */
function foreign(schema: Fields): string | undefined {
  const hasSymbol = Object.getOwnPropertySymbols(schema).some(({ description = "" }) => description.includes(".ai."))
  if (hasSymbol || ("jsonSchema" in schema && "validate" in schema))
    return "what jsonSchema() or zodSchema() of the AI SDK returns, and not the schema that was passed to it"
  if ("responseFormat" in schema) return "an Output of the AI SDK, and not the schema in it"
  if (schema.type === "json_schema") return "a response format of OpenAI, and not the schema in it"
  if (typeof schema.safeParse === "function" || "_def" in schema)
    return 'a schema of zod 3, which has no JSON Schema: install zod 4, or import { z } from "zod/v4"'
  return undefined
}

function inFieldSchema(option: string, schema: Fields): string | undefined {
  const { schema: inner } = schema
  if (hasKeyword(schema) || !(isStandardField(inner) || isObject(inner))) return undefined
  return `The schema is in its field "schema". Pass what is in there, as ${option}.`
}

/** An object's fields without the object, as in `{ order: z.string() }`, or such fields in a JSON Schema. */
function fieldsAlone(option: string, schema: Fields): string | undefined {
  const found = [schema, schema.properties].flatMap((each) => (isObject(each) ? Object.entries(each as Fields) : []))
  const [name, field] = found.find(([, each]) => isStandardField(each)) ?? []
  if (name === undefined) return undefined
  const { vendor } = (field as StandardSchema)["~standard"]
  const written = (WRAPPED[vendor] ?? "an object schema of { $ }").replace("$", `${name}: …`)
  return `Its fields are schemas. Write ${option}: ${written}.`
}

const WRAPPED: Readonly<Record<string, string>> = {
  zod: "z.object({ $ })",
  valibot: "v.object({ $ })",
  arktype: "type({ $ })",
}

function isStandardField(field: unknown): field is StandardSchema {
  return ["object", "function"].includes(typeof field) && field !== null && "~standard" in Object(field)
}

function withoutKeyword(option: string, schema: Fields): string | undefined {
  const [[name = "", value] = []] = Object.entries(schema)
  if (name === "" || hasKeyword(schema)) return undefined
  const type = typeof value === "string" && TYPES.has(value) ? `{ type: "${value}" }` : "{ ... }"
  return `It has no keyword of JSON Schema, so it would accept anything. Write ${option}: { type: "object", properties: { ${name}: ${type} } }.`
}

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean", "object", "array", "null"])
const NOTES: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly".split(" "),
)
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "type enum const anyOf oneOf allOf not if then else properties required additionalProperties patternProperties " +
    "propertyNames minProperties maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties " +
    "items prefixItems additionalItems contains minContains maxContains minItems maxItems uniqueItems unevaluatedItems " +
    "minLength maxLength pattern format contentEncoding contentMediaType contentSchema " +
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf definitions nullable"
  ).split(" "),
)

/** `{ title: "string" }` has a keyword, but means a field. */
function hasKeyword(schema: Fields): boolean {
  return Object.entries(schema).some(
    ([name, value]) => KEYWORDS.has(name) || name.startsWith("$") || (NOTES.has(name) && !TYPES.has(value)),
  )
}

function kindOf(value: unknown): string {
  if (value === null) return "null"
  return Array.isArray(value) ? "a list" : `a ${typeof value}`
}
