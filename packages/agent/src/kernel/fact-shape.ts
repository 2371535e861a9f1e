// Checks that a fact has the fields its type requires. The check runs before a fact is stored, and again when a fact
// is read from a file, because the file may have been edited.
import { isObject } from "../base/is-object.ts"
import { FACTS, type FactType } from "../registry/facts.ts"
import type { Kind } from "./define-fact.ts"

type Unchecked = Readonly<Record<string, unknown>>

/** Describes what is wrong with the fact, or returns undefined. The type must be a known one. */
export function shapeProblem(fact: object, type: FactType): string | undefined {
  const wrong = wrongFields(fact as Unchecked, known.get(type) ?? fieldsOf(type))[0]
  return wrong && `"${wrong.field}" of ${type} must be ${KINDS[wrong.kind].words}`
}

/**
 * Repairs a fact as far as its type allows: a missing required field becomes empty, a wrong optional field is left
 * out. For facts that were stored before this check existed. `malformed` holds the fact as it stands in the log. The
 * fact's `seq` and `at` must be valid.
 */
export function repairedFact<Given extends object>(given: Given, type: FactType): Given {
  const fact = given as Unchecked
  const wrong = wrongFields(fact, known.get(type) ?? fieldsOf(type))
  if (wrong.length === 0) return given
  const whole: Record<string, unknown> = { ...fact, malformed: JSON.stringify(fact) }
  for (const { field, kind, isMust } of wrong) {
    if (isMust) whole[field] = KINDS[kind].nearest(fact[field])
    else delete whole[field]
  }
  return whole as Given
}

interface Field {
  readonly field: string
  readonly kind: Kind
  readonly isMust: boolean
  /** As `typeof` says it. */
  readonly type: "string" | "number" | "boolean" | "object"
  /** What its type does not show. */
  readonly isRight?: KindOfField["isRight"] | undefined
}

const NONE: readonly Field[] = []

/**
 * Runs for every fact that is written or read, so it allocates nothing when all fields are right, asks `typeof` where that is
 * enough, and has no code of the kinds in itself: V8 took longer to optimise that than many turns to run.
 */
function wrongFields(fact: Unchecked, fields: readonly Field[]): readonly Field[] {
  let wrong = NONE
  for (let at = 0; at < fields.length; at++) {
    const { field, isMust, type, isRight } = fields[at] as Field
    const value = fact[field]
    if (value === undefined ? !isMust : typeof value === type && (isRight === undefined || isRight(value))) continue
    wrong = [...wrong, fields[at] as Field]
  }
  return wrong
}

const known = new Map<FactType, readonly Field[]>()

function fieldsOf(type: FactType): readonly Field[] {
  const fieldList = (shape: Readonly<Record<string, Kind>>, isMust: boolean) =>
    Object.entries(shape).map(([field, kind]): Field => {
      const its = KINDS[kind]
      return { field, kind, isMust, type: its.type, isRight: its.isRight }
    })
  const { must, may } = FACTS[type]
  const fields = [
    ...fieldList({ seq: "number", at: "number", ...must }, true),
    ...fieldList({ by: "string", ...may }, false),
  ]
  known.set(type, fields)
  return fields
}

interface KindOfField {
  /** As a message calls it. */
  readonly words: string
  readonly type: Field["type"]
  /** For a value of this type; all of them are right unless given. */
  readonly isRight?: (value: unknown) => boolean
  /** What stands in for a wrong value. */
  readonly nearest: (value: unknown) => unknown
}

const noError = () => ({ class: "internal", code: "malformed", message: "", text: "" })
const rightOnes = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) ? value.filter(isRight) : []
const listOf = (isRight: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && value.every(isRight)

const isParts = listOf(isPart)

const KINDS: Readonly<Record<Kind, KindOfField>> = {
  string: {
    words: "a string",
    type: "string",
    nearest: (value) => (value === undefined ? "" : JSON.stringify(value)),
  },
  number: { words: "a number", type: "number", isRight: Number.isFinite, nearest: () => 0 },
  boolean: { words: "true or false", type: "boolean", nearest: () => false },
  object: { words: "an object", type: "object", isRight: isObject, nearest: () => ({}) },
  error: {
    words: "an object with a code and a message",
    type: "object",
    isRight: (value) => isObject(value) && isString(value.code) && isString(value.message),
    nearest: noError,
  },
  words: {
    words: "an object with a text",
    type: "object",
    isRight: (value) => isObject(value) && isString(value.text) && isStrings(value.suggestions ?? []),
    nearest: noError,
  },
  list: { words: "a list", type: "object", isRight: Array.isArray, nearest: () => [] },
  strings: { words: "a list of strings", type: "object", isRight: isStrings, nearest: rightOnes(isString) },
  parts: { words: "a list of text and blob parts", type: "object", isRight: isParts, nearest: rightOnes(isPart) },
  calls: {
    words: "a list of calls with id, name and arguments",
    type: "object",
    isRight: listOf(isCall),
    nearest: rightOnes(isCall),
  },
  blob: { words: "a blob part", type: "object", isRight: isBlob, nearest: () => ({}) },
  masks: {
    words: "a list of messages, each with parts and perhaps a blob part",
    type: "object",
    isRight: listOf(isMask),
    nearest: () => [],
  },
}

function isString(value: unknown): value is string {
  return typeof value === "string"
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every(isString)
}

function isPart(value: unknown): boolean {
  if (!isObject(value)) return false
  if (value.type === "text") return isString(value.text)
  return value.type === "blob" && isString(value.hash) && isString(value.mime)
}

function isBlob(value: unknown): boolean {
  return isObject(value) && value.type === "blob" && isPart(value)
}

function isCall(value: unknown): boolean {
  return isObject(value) && isString(value.id) && isString(value.name) && isObject(value.arguments)
}

function isMask(value: unknown): boolean {
  if (!isObject(value) || !isParts(value.parts)) return false
  const { full } = value
  return full === undefined || (isObject(full) && isString(full.call) && isBlob(full.part))
}
