// Turns a settings schema into a flat list of fields, each with its path, its environment variable and its default.
import { isObject } from "../base/is-object.ts"
import type { Json, JsonObject } from "../contracts/json.ts"
import { namedProperty, referred, rootOf, type Spot } from "./schema-spots.ts"
import { hasSecrets } from "./secret-places.ts"

export interface Field {
  readonly path: readonly string[]
  /** The path with dots: "server.host". */
  readonly name: string
  /** "PAWL_PLUGIN_WEATHER_SERVER__HOST". */
  readonly variable: string
  /** With its reference resolved. */
  readonly schema: JsonObject
  readonly spot: Spot
  /** The whole schema, where references start. */
  readonly root: JsonObject
  /** It is a secret, or contains one. */
  readonly isSecret: boolean
  /** The schema requires it, and there is no default. */
  readonly isRequired: boolean
  readonly fallback: Json | undefined
  readonly description: string | undefined
}

/** Objects with named properties are split into fields; everything else is one field. */
export function fieldsOf(plugin: string, schema: JsonObject): readonly Field[] {
  return fieldsIn({ plugin, root: schema, spot: rootOf(schema), path: [], isRequired: true, through: [] })
}

interface Place {
  readonly plugin: string
  readonly root: JsonObject
  readonly spot: Spot
  readonly path: readonly string[]
  /** Everything above is required. */
  readonly isRequired: boolean
  /** The default that a parent's default gives. */
  readonly fallback?: Json | undefined
  /** References followed to get here: none of them is followed again. */
  readonly through: readonly string[]
}

function fieldsIn(place: Place): readonly Field[] {
  const { spot, fallback } = place
  const required: readonly unknown[] = Array.isArray(spot.schema.required) ? spot.schema.required : []
  return Object.keys(propertiesOf(spot.schema)).flatMap((key) => {
    const inner = namedProperty(spot, key)
    if (inner === undefined) return []
    const path = [...place.path, key]
    const isRequired = place.isRequired && required.includes(key)
    return fieldsAt({
      ...place,
      spot: inner,
      path,
      isRequired,
      fallback: isObject(fallback) ? own(fallback, key) : undefined,
    })
  })
}

function fieldsAt(place: Place): readonly Field[] {
  const { spot, root, through } = place
  const [target] = referred(spot, root)
  const isNew = target !== undefined && !through.includes(target.pointer)
  const { $ref: _, ...beside } = spot.schema
  const schema: JsonObject = isNew ? { ...target.schema, ...beside } : spot.schema
  // A parent's default takes precedence over the field's own.
  const fallback = place.fallback ?? schema.default
  const within = { ...place, fallback, ...(isNew && { through: [...through, target.pointer] }) }
  if (Object.keys(propertiesOf(schema)).length === 0) return [fieldAt(schema, within)]
  return fieldsIn({ ...within, spot: isNew && beside.properties === undefined ? target : spot })
}

function fieldAt(schema: JsonObject, { plugin, root, spot, path, isRequired, fallback }: Place): Field {
  const { description } = schema
  return {
    path,
    name: path.join("."),
    variable: variableOf(plugin, path),
    schema,
    spot,
    root,
    isSecret: hasSecrets(spot, root),
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

function propertiesOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  return isObject(schema.properties) ? (schema.properties as Record<string, JsonObject>) : {} // Checked with the schema.
}

export function at(tree: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, key) => (isObject(value) ? own(value, key) : undefined), tree)
}

function own(value: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}
