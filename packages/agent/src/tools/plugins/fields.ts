// A settings schema as a flat list of fields, each with its path, its environment variable and its default.
import type { Json, JsonObject } from "../../contracts/json.ts"
import { isSecret } from "./secret.ts"

export interface Field {
  readonly path: readonly string[]
  /** The path with dots: "server.host". */
  readonly name: string
  /** "PAWL_PLUGIN_WEATHER_SERVER__HOST". */
  readonly variable: string
  readonly schema: JsonObject
  readonly isSecret: boolean
  /** The plugin cannot do without, and there is no default. */
  readonly isRequired: boolean
  readonly fallback: Json | undefined
  readonly description: string | undefined
}

/** Objects that name their properties are gone into; everything else is one field. */
export function fieldsOf(plugin: string, schema: JsonObject): readonly Field[] {
  return fieldsIn(schema, { plugin, path: [], isRequired: true })
}

interface Place {
  readonly plugin: string
  readonly path: readonly string[]
  /** Everything above is. */
  readonly isRequired: boolean
}

function fieldsIn(schema: JsonObject, { plugin, path, isRequired }: Place): readonly Field[] {
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(propertiesOf(schema)).flatMap(([key, inner]) => {
    const place = { plugin, path: [...path, key], isRequired: isRequired && required.includes(key) }
    if (Object.keys(propertiesOf(inner)).length > 0) return fieldsIn(inner, place)
    return [fieldAt(inner, place)]
  })
}

function fieldAt(schema: JsonObject, { plugin, path, isRequired }: Place): Field {
  const { default: fallback, description } = schema
  return {
    path,
    name: path.join("."),
    variable: variableOf(plugin, path),
    schema,
    isSecret: isSecret(schema) || isSecret(itemsOf(schema)),
    isRequired: isRequired && fallback === undefined,
    fallback,
    description: typeof description === "string" ? description : undefined,
  }
}

/** `apiKey` of `my-weather` is PAWL_PLUGIN_MY_WEATHER_API_KEY; two underscores go one level down. */
export function variableOf(plugin: string, path: readonly string[]): string {
  return `PAWL_PLUGIN_${upper(plugin)}_${path.map(upper).join("__")}`
}

function upper(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase()
}

export function propertiesOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  return isObject(schema.properties) ? (schema.properties as Record<string, JsonObject>) : {} // Checked with the schema.
}

export function itemsOf(schema: JsonObject): JsonObject {
  return isObject(schema.items) ? schema.items : {}
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

export function at(tree: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? own(value, key) : undefined), tree)
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
