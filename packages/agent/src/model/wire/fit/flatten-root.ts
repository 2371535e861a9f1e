// Rewrites a tool's root schema as a single object: providers refuse alternatives, conditions and references at the
// root. Properties of all alternatives are merged; requirements of only some alternatives become words.
import { isObject } from "../../../base/is-object.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { type Fitting, listIn, ownField, type Place, spend, unique } from "./fitting.ts"
import { resolved } from "./resolve-refs.ts"

export interface Flat {
  readonly properties: ReadonlyMap<string, Json>
  readonly required: readonly string[]
  /** The requirements of the alternatives, in words. */
  readonly words: readonly string[]
  /** The schema was a single object already. */
  readonly isPlain: boolean
}

const MAX_DEPTH = 8

export function flattened(given: JsonObject, fitting: Fitting, place: Place): Flat {
  // Checked first: references can lead to the same place along millions of paths.
  if (fitting.left < 0) return { properties: new Map(), required: [], words: [], isPlain: false }
  const { schema, via } = resolved(given, fitting, place)
  const parts = Object.keys(schema).filter((key) => COMBINING.has(key))
  const base = { properties: propertiesIn(schema), required: requiredIn(schema) }
  const isFull = place.depth > MAX_DEPTH || !spend(fitting, 20 * base.properties.size)
  if (parts.length === 0 || isFull) return { ...base, words: [], isPlain: parts.length === 0 }
  fitting.changes.add(`${parts.join(", ")} at the top: written as one object`)
  const inside = { depth: place.depth + 1, via }
  const flat = (each: Json) => (isObject(each) ? [flattened(each, fitting, inside)] : [])
  const all = listIn(schema.allOf).flatMap(flat)
  const choices = [schema.anyOf, schema.oneOf].map((each) => listIn(each).flatMap(flat))
  const maybe = [
    schema.then,
    schema.else,
    ...Object.values(isObject(schema.dependentSchemas) ? schema.dependentSchemas : {}),
  ]
  const needed = choices.flatMap((alternatives) => commonTo(alternatives))
  return {
    properties: together([base, ...all], [...choices, maybe.flatMap((each) => flat(each ?? null))]),
    required: unique([...base.required, ...all.flatMap(({ required }) => required), ...needed]),
    words: [...all, ...choices.flat()].flatMap(({ words }) => words).concat(choices.flatMap(wordsFor)),
    isPlain: false,
  }
}

const COMBINING: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "enum", "const"],
  ...["dependentSchemas", "dependentRequired", "dependencies", "patternProperties", "propertyNames"],
])

type Named = Pick<Flat, "properties" | "required">

/** Certain definitions come first; for optional ones, every way in which a name is described is kept. */
function together(certain: readonly Named[], choices: readonly (readonly Flat[])[]): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>()
  for (const { properties } of certain) {
    for (const [name, schema] of properties) if (isOpen(found.get(name))) found.set(name, schema)
  }
  for (const alternatives of choices) {
    const described = new Map<string, Json[]>()
    for (const { properties } of alternatives) {
      for (const [name, schema] of properties) described.set(name, [...(described.get(name) ?? []), schema])
    }
    for (const [name, schemas] of described) if (isOpen(found.get(name))) found.set(name, either(unique(schemas)))
  }
  return found
}

function isOpen(schema: Json | undefined): boolean {
  return schema === undefined || schema === true || (isObject(schema) && Object.keys(schema).length === 0)
}

function either(schemas: readonly Json[]): Json {
  return schemas.length === 1 && schemas[0] !== undefined ? schemas[0] : { anyOf: schemas }
}

function commonTo(alternatives: readonly Named[]): readonly string[] {
  const [first, ...others] = alternatives
  return first?.required.filter((name) => others.every(({ required }) => required.includes(name))) ?? []
}

function wordsFor(alternatives: readonly Named[]): readonly string[] {
  const common = commonTo(alternatives)
  const own = alternatives.map(({ required }) => required.filter((name) => !common.includes(name)))
  if (own.length < 2 || own.some((names) => names.length === 0)) return []
  const said = unique(own.map((names) => names.map((name) => JSON.stringify(name.slice(0, 64))).join(" and ")))
  return said.length < 2 || said.length > 10 ? [] : [`Give ${said.join(", or ")}.`]
}

function propertiesIn(schema: JsonObject): ReadonlyMap<string, Json> {
  const { properties } = schema
  return new Map(isObject(properties) ? Object.entries(properties) : [])
}

export function requiredIn(schema: JsonObject): readonly string[] {
  return unique(listIn(ownField(schema, "required")).filter((name) => typeof name === "string"))
}
