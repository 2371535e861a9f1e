// State and helpers for fitting one schema to a provider.
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { SchemaRules } from "./rules.ts"

export interface Fitting {
  readonly rules: SchemaRules
  /** The root that references are resolved against. */
  readonly root: JsonObject
  /** Differences from the original schema, in words. */
  readonly changes: Set<string>
  /** Maps names as sent to the tool's own names. */
  readonly names: Map<string, string>
  /** The maximum number of characters: resolved references can make a schema very long. */
  readonly most: number
  /** Characters left. */
  left: number
}

export interface Place {
  readonly depth: number
  /** The references that led here. */
  readonly via: readonly string[]
}

export const MAX_SENT = 100_000
/** Length charged for an empty schema. */
const MIN_SCHEMA_CHARS = 20

export function fittingFor(root: JsonObject, rules: SchemaRules, most = MAX_SENT): Fitting {
  return { rules, root, changes: new Set(), names: new Map(), most, left: most }
}

/** False if the budget is exhausted: then the part accepts anything. */
export function spend(fitting: Fitting, chars = 0): boolean {
  fitting.left -= MIN_SCHEMA_CHARS + chars
  if (fitting.left >= 0) return true
  fitting.changes.add("parts that are too deep or too long accept anything")
  return false
}

export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Removes duplicates and keeps the order. */
export function unique<Value extends Json>(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** Own properties only: names come from third parties and may match inherited ones. */
export function ownField(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** Builds an object in which "__proto__" is an ordinary key. */
export function objectFrom(entries: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(entries)
}

export function someOf(values: readonly Json[]): string {
  const some = values.slice(0, 10).map((value) => JSON.stringify(value).slice(0, 100))
  return some.join(", ").toWellFormed()
}

export function withWords(schema: JsonObject, words: string): JsonObject {
  const { description } = schema
  return {
    ...schema,
    description: typeof description === "string" && description !== "" ? `${description} ${words}` : words,
  }
}
