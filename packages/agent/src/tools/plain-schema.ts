// Tells plain schemas from others. A plain schema has only keywords of this file's table, each with a valid value:
// plain-check.ts checks it as ajv does, and ajv need not be loaded.
import { isObject } from "../base/is-object.ts"
import type { Json, JsonObject } from "../contracts/json.ts"

/** ajv compiles what is nested deeper. */
const MAX_DEPTH = 30
/** Longer lists are looked up in a set: many-choices.ts. */
const MAX_CHOICES = 100

export function isPlain(schema: JsonObject, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false
  for (const [keyword, value] of Object.entries(schema)) {
    const isUsable = KEYWORDS.get(keyword)
    if (isUsable === undefined || !isUsable(value, depth + 1)) return false
  }
  return true
}

type Test = (value: Json | undefined, depth: number) => boolean

const isText: Test = (value) => typeof value === "string"
const isLimit: Test = (value) => Number.isFinite(value)
const isSize: Test = (value) => Number.isSafeInteger(value) && Number(value) >= 0
const isInner: Test = (value, depth) => value === true || (isObject(value) && isPlain(value, depth))

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "null", "object", "array"]

function isType(value: Json | undefined): boolean {
  if (!Array.isArray(value)) return TYPES.includes(value)
  return value.length > 0 && value.every((type) => TYPES.includes(type)) && isUnique(value)
}

function isUnique(values: readonly Json[]): boolean {
  return new Set(values).size === values.length
}

function isChoice(value: Json | undefined): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_CHOICES || !isUnique(value)) return false
  return value.every((choice) => choice === null || ["string", "boolean"].includes(typeof choice) || isLimit(choice, 0))
}

function areNames(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((name) => isText(name, 0)) && isUnique(value)
}

function areProperties(value: Json | undefined, depth: number): boolean {
  if (!isObject(value) || Object.hasOwn(value, "__proto__")) return false
  return Object.values(value).every((inner) => isInner(inner, depth))
}

const KEYWORDS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ["type", isType],
  ["enum", isChoice],
  ["maximum", isLimit],
  ["minimum", isLimit],
  ["exclusiveMaximum", isLimit],
  ["exclusiveMinimum", isLimit],
  ["maxLength", isSize],
  ["minLength", isSize],
  ["maxItems", isSize],
  ["minItems", isSize],
  ["items", isInner],
  ["required", areNames],
  ["additionalProperties", (value, depth) => value === false || isInner(value, depth)],
  ["properties", areProperties],
  // ajv reads no format unless it is told how.
  ["format", isText],
  ["title", isText],
  ["description", isText],
  ["$comment", isText],
  ["default", () => true],
  ["examples", (value) => Array.isArray(value)],
])
