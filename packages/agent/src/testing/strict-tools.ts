// What providers require of the tools of a request, according to public reports of refused requests. Written independently
// of the code that adapts tools to providers, so that each checks the other.

import { textObjections } from "../model/strict/text.ts"
import { ajv2020Package } from "../outside/packages.ts"

export type StrictProvider = "openai" | "anthropic" | "gemini"

type Schema = Readonly<Record<string, unknown>>

interface SentTool {
  readonly name: unknown
  readonly description: unknown
  /** Undefined: it takes no arguments. */
  readonly schema: unknown
}

/** `tools`: as in the body of a request. */
export function toolObjections(tools: readonly unknown[], provider: StrictProvider): readonly string[] {
  const sent = tools.map((tool) => readTool(tool, provider))
  const names = sent.map(({ name }) => name)
  const twice = names.filter((name, at) => names.indexOf(name) !== at)
  return [
    ...textObjections(tools, "tools"),
    ...twice.map((name) => `tools: ${String(name)} twice`),
    ...sent.flatMap((tool, at) => objectionsTo(tool, provider).map((said) => `tools.${at}: ${said}`)),
  ]
}

function readTool(given: unknown, provider: StrictProvider): SentTool {
  const tool = objectOf(given)
  if (provider === "anthropic")
    return { name: tool.name, description: tool.description, schema: tool.input_schema ?? null }
  const spelled = objectOf(tool.function)
  return { name: spelled.name, description: spelled.description, schema: spelled.parameters }
}

const MAX_DESCRIPTION_CHARS = { openai: 1024, anthropic: 10_000, gemini: 10_000 } as const

function objectionsTo({ name, description, schema }: SentTool, provider: StrictProvider): readonly string[] {
  const isNamed = typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)
  const isDescribed = description === undefined || (typeof description === "string" && description.trim() !== "")
  const length = typeof description === "string" ? description.length : 0
  return [
    ...(isNamed ? [] : [`bad name ${String(name)}`]),
    ...(isDescribed ? [] : ["empty description"]),
    ...(length > MAX_DESCRIPTION_CHARS[provider] ? [`description of ${length} characters`] : []),
    ...(schema === undefined && provider !== "anthropic" ? [] : schemaObjections(schema, provider)),
  ]
}

/** Also for the schema of a structured answer. */
export function schemaObjections(given: unknown, provider: StrictProvider): readonly string[] {
  const schema = objectOf(given)
  const forbidden = ["anyOf", "oneOf", "allOf", "enum", "not", "const", "$ref"].filter((key) => key in schema)
  const own = [
    ...(schema.type === "object" ? [] : ["the schema is not of an object"]),
    ...(isObject(schema.properties) ? [] : ["object schema missing properties"]),
    ...forbidden.map((key) => `${key} at the top`),
    ...(JSON.stringify(schema).length > MAX_CHARS ? ["the schema is too large"] : []),
  ]
  const inside = provider === "gemini" ? narrowObjections(schema, "schema", 1) : wideObjections(schema, "schema", 1)
  return [...own, ...inside, ...(provider === "gemini" ? [] : draftObjections(schema))]
}

const MAX_CHARS = 1_000_000
const MAX_DEPTH = 64
const MAX_CHOICES = 1000

/** The schema must be valid JSON Schema 2020-12, with references that resolve. */
function draftObjections(schema: Schema): readonly string[] {
  const { Ajv2020 } = ajv2020Package()
  const validator = new Ajv2020({ strict: false, logger: false, validateFormats: false })
  try {
    if (validator.validateSchema(schema) !== true) return [`no JSON Schema 2020-12: ${validator.errorsText()}`]
    validator.compile(schema)
    return []
  } catch (error) {
    return [`no JSON Schema 2020-12: ${String(error)}`]
  }
}

/** The requirements of OpenAI and Anthropic. */
function wideObjections(schema: Schema, at: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [`${at}: too deep`]
  const types = [schema.type].flat()
  const properties = objectOf(schema.properties)
  const isListed = !types.includes("array") || isObject(schema.items)
  const odd = Object.keys(properties).filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
  const missing = listOf(schema.required).filter((name) => !Object.hasOwn(properties, String(name)))
  return [
    ...(isListed ? [] : [`${at}: array schema missing items`]),
    ...odd.map((name) => `${at}: property key ${name}`),
    ...missing.map((name) => `${at}: required ${String(name)} is not described`),
    ...choiceObjections(schema, at),
    ...insideOf(schema).flatMap(([name, each]) => wideObjections(each, `${at}.${name}`, depth + 1)),
  ]
}

function choiceObjections(schema: Schema, at: string): readonly string[] {
  if (!("enum" in schema)) return []
  const values = listOf(schema.enum).map((value) => JSON.stringify(value))
  if (values.length === 0) return [`${at}: an enum without values`]
  if (values.length > MAX_CHOICES || values.join("").length > 20_000)
    return [`${at}: an enum of ${values.length} values`]
  return new Set(values).size === values.length ? [] : [`${at}: an enum with a value twice`]
}

/** All fields of Gemini's own schema format. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  object: ["properties", "required", "minProperties", "maxProperties"],
  array: ["items", "minItems", "maxItems"],
  string: ["enum", "format", "minLength", "maxLength", "pattern"],
  number: ["format", "minimum", "maximum"],
  integer: ["format", "minimum", "maximum"],
  boolean: [],
}

function narrowObjections(schema: Schema, at: string, depth: number): readonly string[] {
  if (depth > MAX_DEPTH) return [`${at}: too deep`]
  const inside = insideOf(schema).flatMap(([name, each]) => narrowObjections(each, `${at}.${name}`, depth + 1))
  if ("anyOf" in schema) {
    const beside = Object.keys(schema).filter((key) => key !== "anyOf")
    const isEmpty = listOf(schema.anyOf).length === 0
    return [
      ...beside.map((key) => `${at}: ${key} beside any_of`),
      ...(isEmpty ? [`${at}: empty any_of`] : []),
      ...inside,
    ]
  }
  const known = typeof schema.type === "string" ? FIELDS[schema.type] : undefined
  if (known === undefined) return [`${at}: type must be specified, and is ${JSON.stringify(schema.type)}`, ...inside]
  const odd = Object.keys(schema).filter((key) => ![...known, "type", "title", "description", "nullable"].includes(key))
  return [...odd.map((key) => `${at}: unknown name ${key}`), ...narrowValues(schema, at), ...inside]
}

function narrowValues(schema: Schema, at: string): readonly string[] {
  const properties = objectOf(schema.properties)
  const missing = listOf(schema.required).filter((name) => !Object.hasOwn(properties, String(name)))
  const odd = Object.keys(properties).filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
  const isText = listOf(schema.enum).every((value) => typeof value === "string" && value !== "")
  const isKnownFormat = schema.format === undefined || schema.format === "date-time" || schema.format === "enum"
  return [
    ...(schema.type === "object" && Object.keys(properties).length === 0
      ? [`${at}: properties should be non-empty`]
      : []),
    ...(schema.type === "array" && !isObject(schema.items) ? [`${at}: items: missing field`] : []),
    ...missing.map((name) => `${at}: required ${String(name)}: property is not defined`),
    ...odd.map((name) => `${at}: property key ${name}`),
    ...(isText ? [] : [`${at}: an enum of what is no text, or empty`]),
    ...(isKnownFormat ? [] : [`${at}: only 'enum' and 'date-time' are supported`]),
    ...choiceObjections(schema, at),
  ]
}

/** The schemas nested in a schema. */
function insideOf(schema: Schema): readonly (readonly [string, Schema])[] {
  const single = ["items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"]
  const lists = ["anyOf", "oneOf", "allOf", "prefixItems"]
  const maps = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]
  const found: (readonly [string, unknown])[] = [
    ...single.map((key) => [key, schema[key]] as const),
    ...lists.flatMap((key) => listOf(schema[key]).map((each, index) => [`${key}.${index}`, each] as const)),
    ...maps.flatMap((key) =>
      Object.entries(objectOf(schema[key])).map(([name, each]) => [`${key}.${name}`, each] as const),
    ),
  ]
  return found.flatMap(([name, each]) => (isObject(each) ? [[name, each] as const] : []))
}

function isObject(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): Schema {
  return isObject(value) ? value : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
