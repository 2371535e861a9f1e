// The keywords of plain schemas that say something about values of one type, in the order in which ajv checks them.
import { isObject } from "../base/is-object.ts"
import type { Json, JsonObject } from "../contracts/json.ts"
import type { SchemaProblem } from "./ajv-check.ts"

/** Adds what does not fit to `found`. `at` is the place of the value, as a JSON pointer. */
export type Rule = (value: unknown, at: string, found: SchemaProblem[]) => void

export interface PlainSchema extends JsonObject {
  readonly type?: TypeName | readonly TypeName[]
  readonly enum?: readonly Json[]
  readonly items?: Json
  readonly required?: readonly string[]
  readonly properties?: JsonObject
  readonly additionalProperties?: Json
}

export const IS = {
  string: (value: unknown) => typeof value === "string",
  number: (value: unknown) => typeof value === "number",
  integer: (value: unknown) => typeof value === "number" && !(value % 1) && !Number.isNaN(value),
  boolean: (value: unknown) => typeof value === "boolean",
  null: (value: unknown) => value === null,
  array: (value: unknown) => Array.isArray(value),
  object: isObject,
}

export type TypeName = keyof typeof IS

type RuleOf = (schema: Json) => Rule

export interface Group {
  readonly type: TypeName
  readonly keywords: readonly string[]
  /** `otherwise`: what is said of a value of another type. */
  readonly rule: (schema: PlainSchema, ruleOf: RuleOf, otherwise: Rule | undefined) => Rule
}

/** A keyword with a number: what does not fit, and what is wanted. */
type Limit = readonly [keyword: string, exceeds: (value: never, limit: number) => boolean, wanted: string, of?: string]

const NUMBERS: readonly Limit[] = [
  ["maximum", (value: number, limit) => !(value <= limit), "must be <="],
  ["minimum", (value: number, limit) => !(value >= limit), "must be >="],
  ["exclusiveMaximum", (value: number, limit) => !(value < limit), "must be <"],
  ["exclusiveMinimum", (value: number, limit) => !(value > limit), "must be >"],
]

const LENGTHS: readonly Limit[] = [
  ["maxLength", (value: string, limit) => charactersIn(value) > limit, "must NOT have more than", " characters"],
  ["minLength", (value: string, limit) => charactersIn(value) < limit, "must NOT have fewer than", " characters"],
]

const COUNTS: readonly Limit[] = [
  ["maxItems", (value: readonly unknown[], limit) => value.length > limit, "must NOT have more than", " items"],
  ["minItems", (value: readonly unknown[], limit) => value.length < limit, "must NOT have fewer than", " items"],
]

const keywordsOf = (limits: readonly Limit[]): readonly string[] => limits.map(([keyword]) => keyword)

/** ajv counts `format` among the keywords of numbers and strings, although it knows no format. */
export const GROUPS: readonly Group[] = [
  { type: "number", keywords: [...keywordsOf(NUMBERS), "format"], rule: typed("number", limitRules(NUMBERS)) },
  { type: "string", keywords: [...keywordsOf(LENGTHS), "format"], rule: typed("string", limitRules(LENGTHS)) },
  { type: "array", keywords: [...keywordsOf(COUNTS), "items"], rule: typed("array", arrayRules) },
  { type: "object", keywords: ["required", "additionalProperties", "properties"], rule: objectRule },
]

type RulesOf = (schema: PlainSchema, ruleOf: RuleOf) => readonly Rule[]

function typed(type: TypeName, rulesOf: RulesOf): Group["rule"] {
  const isOfType = IS[type]
  return (schema, ruleOf, otherwise) => {
    const inside = allOf(rulesOf(schema, ruleOf))
    return (value, at, found) => {
      if (isOfType(value)) inside(value, at, found)
      else otherwise?.(value, at, found)
    }
  }
}

function limitRules(limits: readonly Limit[]): RulesOf {
  return (schema) =>
    limits.flatMap(([keyword, exceeds, wanted, of = ""]): readonly Rule[] => {
      const limit = schema[keyword]
      if (typeof limit !== "number") return []
      const message = `${wanted} ${limit}${of}`
      return [
        (data, instancePath, found) => {
          if (!exceeds(data as never, limit)) return // The group's type is what the keyword speaks of.
          found.push({ keyword, instancePath, params: { limit }, message, schema: limit, data })
        },
      ]
    })
}

/** Characters as people count them, not halves of surrogate pairs. */
function charactersIn(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

function arrayRules(schema: PlainSchema, ruleOf: RuleOf): readonly Rule[] {
  const counts = limitRules(COUNTS)(schema, ruleOf)
  if (schema.items === undefined) return counts
  const rule = ruleOf(schema.items)
  const each: Rule = (value, at, found) => {
    const items = value as readonly unknown[]
    for (let index = 0; index < items.length; index++) rule(items[index], `${at}/${index}`, found)
  }
  return [...counts, each]
}

/** One function for all of an object: the arguments of every call are one. */
function objectRule(schema: PlainSchema, ruleOf: RuleOf, otherwise: Rule | undefined): Rule {
  const { required = [], additionalProperties: others = true, properties = {} } = schema
  const beyond = others === true ? undefined : othersRule(new Set(Object.keys(properties)), others, ruleOf)
  const named = Object.entries(properties).map(([name, inner]) => {
    return { name, place: `/${escaped(name)}`, rule: ruleOf(inner) }
  })
  return (value, at, found) => {
    if (!isObject(value)) return otherwise?.(value, at, found)
    for (const name of required) if (value[name] === undefined) found.push(missing(name, value, at))
    beyond?.(value, at, found)
    for (const { name, place, rule } of named) {
      const property = value[name]
      if (property !== undefined) rule(property, at + place, found)
    }
  }
}

function missing(missingProperty: string, data: JsonObject, instancePath: string): SchemaProblem {
  const message = `must have required property '${missingProperty}'`
  return { keyword: "required", instancePath, params: { missingProperty }, message, schema: undefined, data }
}

function othersRule(known: ReadonlySet<string>, others: Json, ruleOf: RuleOf): Rule {
  const rule = others === false ? undefined : ruleOf(others)
  const [keyword, message] = ["additionalProperties", "must NOT have additional properties"]
  return (data, instancePath, found) => {
    for (const name in data as JsonObject) {
      if (known.has(name)) continue
      if (rule !== undefined) rule((data as JsonObject)[name], `${instancePath}/${escaped(name)}`, found)
      else found.push({ keyword, instancePath, params: { additionalProperty: name }, message, schema: false, data })
    }
  }
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1")
}

export function allOf(rules: readonly Rule[]): Rule {
  const [only] = rules
  if (rules.length === 1 && only !== undefined) return only
  return (value, at, found) => {
    for (const rule of rules) rule(value, at, found)
  }
}
