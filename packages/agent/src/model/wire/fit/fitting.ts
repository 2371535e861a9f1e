// What is known while one schema is fitted to a provider.
import type { Json, JsonObject } from "../../../contracts/json.ts"
import type { SchemaRules } from "./rules.ts"

export interface Fitting {
  readonly rules: SchemaRules
  /** Where references begin. */
  readonly root: JsonObject
  /** What is sent otherwise than it was written, in words. */
  readonly changes: Set<string>
  /** Names as they are sent, to the tool's own. */
  readonly names: Map<string, string>
  /** How many characters may be written: what refers to others may become very long. */
  readonly most: number
  /** How many more. */
  left: number
}

export interface Place {
  readonly depth: number
  /** The references that led here. */
  readonly via: readonly string[]
}

export const MAX_SENT = 100_000
/** Of a part that says nothing. */
const MIN_SCHEMA_CHARS = 20

export function fittingFor(root: JsonObject, rules: SchemaRules, most = MAX_SENT): Fitting {
  return { rules, root, changes: new Set(), names: new Map(), most, left: most }
}

/** False when there is no room for it: then it is left open. */
export function spend(fitting: Fitting, chars = 0): boolean {
  fitting.left -= MIN_SCHEMA_CHARS + chars
  if (fitting.left >= 0) return true
  fitting.changes.add("what is too deep, or too much, is left open")
  return false
}

export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

/** Each value once, in the order they came. */
export function unique<Value extends Json>(values: readonly Value[]): readonly Value[] {
  if (values.length < 2) return values
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** An own property and nothing inherited: names are other people's. */
export function ownField(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

/** "__proto__" is a name like any other. */
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
