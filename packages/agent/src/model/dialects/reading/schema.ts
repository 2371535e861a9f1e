// Answers what a JSON Schema says about a value's shape: just enough to type values that a model wrote as text.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { isList } from "./json-object.ts"

export type Kind = "string" | "number" | "integer" | "boolean" | "null" | "array" | "object"

/** A schema and the root schema that its references are resolved against. */
export interface Typed {
  readonly schema: JsonObject
  readonly whole: JsonObject
}

export function typed(schema: JsonObject): Typed {
  return { schema, whole: schema }
}

/** Schemas may refer to themselves. */
const MAX_HOPS = 10

/** The types that the schema allows; empty if it does not say. */
export function kindsOf(given: Typed | undefined, hops = MAX_HOPS): ReadonlySet<Kind> {
  if (given === undefined || hops === 0) return new Set()
  const { schema, whole } = given
  const { type } = schema
  if (typeof type === "string") return new Set([type as Kind])
  if (isList(type)) return new Set(type as readonly Kind[])
  const branches = branchesOf(given)
  if (branches.length > 0)
    return new Set(branches.flatMap((branch) => [...kindsOf({ schema: branch, whole }, hops - 1)]))
  const allowed = isList(schema.enum) ? schema.enum : schema.const === undefined ? [] : [schema.const]
  if (allowed.length > 0) return new Set(allowed.map(kindOf))
  if (schema.properties !== undefined) return new Set(["object"])
  return new Set(schema.items === undefined ? [] : ["array"])
}

export function propertyOf(given: Typed | undefined, name: string): Typed | undefined {
  return inside(given, ({ properties, additionalProperties }) => {
    const own = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
    return own ?? additionalProperties
  })
}

export function itemsOf(given: Typed | undefined): Typed | undefined {
  return inside(given, ({ items }) => items)
}

export function propertyNames(given: Typed | undefined, hops = MAX_HOPS): readonly string[] {
  if (given === undefined || hops === 0) return []
  const { properties } = given.schema
  if (isObject(properties)) return Object.keys(properties)
  return branchesOf(given).flatMap((schema) => propertyNames({ schema, whole: given.whole }, hops - 1))
}

/** The first match, in the schema itself or in one of its branches. */
function inside(given: Typed | undefined, find: (schema: JsonObject) => Json | undefined): Typed | undefined {
  if (given === undefined) return undefined
  const { whole } = given
  for (const schema of [given.schema, ...branchesOf(given)]) {
    const found = find(schema)
    if (isObject(found)) return { schema: resolved(found, whole), whole }
  }
  return undefined
}

function branchesOf({ schema, whole }: Typed): readonly JsonObject[] {
  const lists = [schema.anyOf, schema.oneOf, schema.allOf].filter(isList)
  return lists.flat().flatMap((branch) => (isObject(branch) ? [resolved(branch, whole)] : []))
}

/** Resolves a reference such as "#/$defs/name". */
function resolved(schema: JsonObject, whole: JsonObject): JsonObject {
  let found = schema
  for (let hops = 0; hops < MAX_HOPS && typeof found.$ref === "string" && found.$ref.startsWith("#"); hops++) {
    const target = found.$ref.slice(1).split("/").slice(1).reduce<Json | undefined>(step, whole)
    if (!isObject(target)) return {}
    found = target
  }
  return found
}

function step(value: Json | undefined, name: string): Json | undefined {
  const key = name.replaceAll("~1", "/").replaceAll("~0", "~")
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

function kindOf(value: Json): Kind {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return typeof value as "string" | "number" | "boolean" | "object"
}
