// Repairs values that do not fit their schema. Only texts are repaired, and only where the schema wants no text, so
// nothing that fits is changed.
import { isObject } from "../../base/is-object.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { jsonInText } from "./json-in-text.ts"
import { plainValue } from "./plain-values.ts"
import { type JsonType, type Repaired, typeOf } from "./repair.ts"

const REPAIRS = [plainValue, jsonInText]

export function repairValues(given: JsonObject, schema: JsonObject): Repaired {
  const repairs: string[] = []
  const value = repaired(given, { schema, root: schema, place: "" }, repairs)
  return { arguments: isObject(value) ? value : given, repairs }
}

interface Place {
  readonly schema: JsonObject
  /** The schema that `$ref` paths start from. */
  readonly root: JsonObject
  readonly place: string
}

function repaired(value: Json, { schema: given, root, place }: Place, repairs: string[]): Json {
  const schema = resolved(given, root)
  if (typeof value === "string") {
    const meant = meantBy(value, typesOf(schema, root))
    if (meant === undefined) return value
    const type = typeOf(meant)
    repairs.push(`"${place}" was the text ${short(value)}, taken as ${/^[ao]/.test(type) ? "an" : "a"} ${type}`)
    return meant
  }
  const inside = (name: string | number) => (place === "" ? `${name}` : `${place}.${name}`)
  if (Array.isArray(value)) {
    const { items } = schema
    if (!isObject(items)) return value
    return value.map((each: Json, index) => repaired(each, { schema: items, root, place: inside(index) }, repairs))
  }
  const { properties } = schema
  if (!isObject(value) || !isObject(properties)) return value
  const entries = Object.entries(value).map(([name, each]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined
    return [name, isObject(own) ? repaired(each, { schema: own, root, place: inside(name) }, repairs) : each]
  })
  return Object.fromEntries(entries) as JsonObject
}

function meantBy(text: string, wanted: ReadonlySet<JsonType>): Json | undefined {
  if (wanted.size === 0 || wanted.has("string")) return undefined
  const [first, ...others] = REPAIRS.map((repair) => repair(text, wanted)).filter((meant) => meant !== undefined)
  return others.length === 0 ? first : undefined
}

/** The types the schema allows; empty when it does not say. */
export function typesOf(schema: JsonObject, root: JsonObject, looks = { left: MAX_LOOKS }): ReadonlySet<JsonType> {
  looks.left -= 1
  // Alternatives may refer to themselves, each in many ways. After too many steps the types count as unknown.
  if (looks.left < 0) return new Set()
  const choices = [schema.anyOf, schema.oneOf].flatMap((each) => (Array.isArray(each) ? (each as readonly Json[]) : []))
  const inner = choices.filter(isObject).map((each) => typesOf(resolved(each, root), root, looks))
  // An alternative without a type allows anything.
  if (inner.some((each) => each.size === 0)) return new Set()
  const own = [schema.type].flat().map((type) => (type === "integer" ? "number" : type))
  return new Set([...own.filter(isType), ...inner.flatMap((each) => [...each])])
}

const MAX_LOOKS = 200

const TYPES: ReadonlySet<unknown> = new Set(["string", "number", "boolean", "object", "array", "null"])

function isType(type: unknown): type is JsonType {
  return TYPES.has(type)
}

/** Follows a reference within the same schema, one step only. */
export function resolved(schema: JsonObject, root: JsonObject): JsonObject {
  const { $ref } = schema
  if (typeof $ref !== "string" || !$ref.startsWith("#/")) return schema
  const found = $ref
    .slice(2)
    .split("/")
    .reduce<unknown>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), root)
  return isObject(found) ? found : schema
}

function short(text: string): string {
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}...`)
}
