// Checks that a fact has the fields its type requires. The check runs before a fact is stored, and again when a fact
// is read from a file, because the file may have been edited.
import { isObject } from "../base/is-object.ts"
import { FACTS, type FactType } from "../registry/facts.ts"
import type { Kind } from "./define-fact.ts"

type Unchecked = Readonly<Record<string, unknown>>

/** Describes what is wrong with the fact, or returns undefined. The type must be a known one. */
export function shapeProblem(fact: object, type: FactType): string | undefined {
  const wrong = wrongFields(fact as Unchecked, type)[0]
  return wrong && `"${wrong.field}" of ${type} must be ${WORDS[wrong.kind]}`
}

/**
 * Repairs a fact as far as its type allows: a missing required field becomes empty, a wrong optional field is left
 * out. For facts that were stored before this check existed. `malformed` holds the fact as it stands in the log. The
 * fact's `seq` and `at` must be valid.
 */
export function repairedFact<Given extends object>(given: Given, type: FactType): Given {
  const fact = given as Unchecked
  const wrong = wrongFields(fact, type)
  if (wrong.length === 0) return given
  const whole: Record<string, unknown> = { ...fact, malformed: JSON.stringify(fact) }
  for (const { field, kind } of wrong) {
    if (Object.hasOwn(FACTS[type].must, field)) whole[field] = nearestTo(fact[field], kind)
    else delete whole[field]
  }
  return whole as Given
}

interface Field {
  readonly field: string
  readonly kind: Kind
}

const NONE: readonly Field[] = []

/** Runs for every fact that is written or read, so it allocates nothing when all fields are right. */
function wrongFields(fact: Unchecked, type: FactType): readonly Field[] {
  let wrong = NONE
  for (const each of fieldsOf(type)) {
    const value = fact[each.field]
    if (each.kind === "string" && typeof value === "string") continue
    const isLeftOut = value === undefined && !each.isMust
    if (!isLeftOut && !isKind(value, each.kind)) wrong = [...wrong, each]
  }
  return wrong
}

const known = new Map<FactType, readonly (Field & { readonly isMust: boolean })[]>()

function fieldsOf(type: FactType) {
  const before = known.get(type)
  if (before !== undefined) return before
  const fieldList = (shape: Readonly<Record<string, Kind>>, isMust: boolean) =>
    Object.entries(shape).map(([field, kind]) => ({ field, kind, isMust }))
  const { must, may } = FACTS[type]
  const fields = [
    ...fieldList({ seq: "number", at: "number", ...must }, true),
    ...fieldList({ by: "string", ...may }, false),
  ]
  known.set(type, fields)
  return fields
}

function nearestTo(value: unknown, kind: Kind): unknown {
  switch (kind) {
    case "string":
      return value === undefined ? "" : JSON.stringify(value)
    case "number":
      return 0
    case "boolean":
      return false
    case "object":
    case "blob":
      return {}
    case "error":
    case "words":
      return { class: "internal", code: "malformed", message: "", text: "" }
    case "list":
    case "masks":
      return []
    case "strings":
      return Array.isArray(value) ? value.filter((each) => typeof each === "string") : []
    case "parts":
      return Array.isArray(value) ? value.filter(isPart) : []
    case "calls":
      return Array.isArray(value) ? value.filter(isCall) : []
  }
}

const WORDS: Readonly<Record<Kind, string>> = {
  string: "a string",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  error: "an object with a code and a message",
  words: "an object with a text",
  list: "a list",
  strings: "a list of strings",
  parts: "a list of text and blob parts",
  calls: "a list of calls with id, name and arguments",
  blob: "a blob part",
  masks: "a list of messages, each with parts and perhaps a blob part",
}

function isKind(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case "object":
      return isObject(value)
    case "error":
      return isObject(value) && typeof value.code === "string" && typeof value.message === "string"
    case "words":
      return isObject(value) && typeof value.text === "string" && isStrings(value.suggestions ?? [])
    case "list":
      return Array.isArray(value)
    case "strings":
      return isStrings(value)
    case "parts":
      return Array.isArray(value) && value.every(isPart)
    case "calls":
      return Array.isArray(value) && value.every(isCall)
    case "blob":
      return isObject(value) && value.type === "blob" && isPart(value)
    case "masks":
      return Array.isArray(value) && value.every(isMask)
    case "number":
      return Number.isFinite(value)
    default:
      return typeof value === kind
  }
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === "string")
}

function isPart(value: unknown): boolean {
  if (!isObject(value)) return false
  if (value.type === "text") return typeof value.text === "string"
  return value.type === "blob" && typeof value.hash === "string" && typeof value.mime === "string"
}

function isCall(value: unknown): boolean {
  return isObject(value) && typeof value.id === "string" && typeof value.name === "string" && isObject(value.arguments)
}

function isMask(value: unknown): boolean {
  if (!isObject(value) || !isKind(value.parts, "parts")) return false
  const { full } = value
  return full === undefined || (isObject(full) && typeof full.call === "string" && isKind(full.part, "blob"))
}
