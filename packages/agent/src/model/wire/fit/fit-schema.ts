// Converts a tool's input schema to the nearest schema that a provider accepts. Pure. It affects only what is sent:
// arguments are still validated against the tool's own schema. The result accepts all that the tool accepts, except
// where only some alternatives at the root would.
import { defined } from "../../../base/defined.ts"
import { isObject } from "../../../base/is-object.ts"
import { wellFormed } from "../../../base/well-formed.ts"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { once } from "../once.ts"
import {
  type Fitting,
  fittingFor,
  listIn,
  MAX_SENT,
  objectFrom,
  ownField,
  type Place,
  someOf,
  spend,
  unique,
  withWords,
} from "./fitting.ts"
import { flattened, requiredIn } from "./flatten-root.ts"
import { plainKeywords, typesIn } from "./keywords.ts"
import { narrowed } from "./narrow.ts"
import { sentName } from "./property-names.ts"
import { resolved } from "./resolve-refs.ts"
import type { SchemaRules } from "./rules.ts"

export interface Fitted {
  readonly schema: JsonObject
  /** Differences from the original schema, in words; empty if none of them matters. */
  readonly changes: readonly string[]
  /** Maps property names as sent to the tool's own names. */
  readonly names: ReadonlyMap<string, string>
}

const TOP: Place = { depth: 1, via: [] }

/** Cached per schema and provider: the same tools are sent with every request. */
export function fitSchema(schema: JsonObject, rules: SchemaRules): Fitted {
  return once(once(fitted, rules, noneYet), schema, (given) => fit(given, rules))
}

const fitted = new WeakMap<SchemaRules, WeakMap<JsonObject, Fitted>>()

function noneYet(): WeakMap<JsonObject, Fitted> {
  return new WeakMap()
}

/**
 * Fits an answer schema. It contains fitted tools deeper down, and all of them at once, so depth and size limits are
 * larger.
 */
export function fitAnswer(schema: JsonObject, rules: SchemaRules): JsonObject {
  return fit(schema, rules, { top: { depth: TOP.depth - AROUND_TOOLS, via: [] }, most: MAX_IN_ANSWER }).schema
}

/** Levels above a tool's schema: the decision, its alternatives, and their arguments. */
const AROUND_TOOLS = 3
const MAX_IN_ANSWER = 800_000

interface FitHow {
  readonly top: Place
  readonly most: number
}

function fit(given: JsonObject, rules: SchemaRules, { top, most }: FitHow = { top: TOP, most: MAX_SENT }): Fitted {
  const root = wellFormed(given)
  const fitting = fittingFor(root, rules, most)
  const { schema } = resolved(root, fitting, top)
  const { properties, required, words, isPlain } = flattened(root, fitting, top)
  const { title, description, additionalProperties } = schema
  const inside = objectFields({ properties: objectFrom(properties), required }, fitting, top)
  const more = isPlain ? additional(additionalProperties, fitting, top) : {}
  const about = plainKeywords({
    ...defined({ title, description }),
  })
  const whole: JsonObject = { ...about, type: "object", ...inside, ...more }
  const sent = words.length === 0 ? whole : withWords(whole, words.join(" "))
  if (fitting.names.size > 0) fitting.changes.add("names of properties are others")
  return {
    schema: rules.isNarrow ? narrowed(sent, fitting) : sent,
    changes: [...fitting.changes],
    names: fitting.names,
  }
}

/** Undefined where no value is allowed. */
function fitPart(given: Json | undefined, fitting: Fitting, place: Place): JsonObject | undefined {
  const hasRoom = spend(fitting)
  if (given === false) return undefined
  // `true`, or something that is not a schema, accepts anything.
  if (!isObject(given) || !hasRoom) return {}
  if (place.depth > fitting.rules.deepest) {
    fitting.changes.add(TOO_DEEP)
    return {}
  }
  const { schema, via } = resolved(given, fitting, place)
  const inside = { depth: place.depth + 1, via }
  const types = typesIn(schema)
  const plain = plainKeywords(schema)
  if (!spend(fitting, JSON.stringify(plain).length)) return {}
  const lost = Object.keys(schema).filter((key) => LEFT_OUT.has(key))
  if (lost.length > 0) fitting.changes.add(`left out: ${lost.join(", ")}`)
  const { anyOf, oneOf } = schema
  const hasBoth = Array.isArray(anyOf) && Array.isArray(oneOf)
  return withChoices(schema, fitting, {
    ...plain,
    ...(types.length > 0 && { type: types.length === 1 ? (types[0] as string) : types }),
    ...(ownField(schema, "const") !== undefined && { const: schema.const as Json }),
    ...(isAnObject(schema, types) ? objectFields(schema, fitting, inside) : {}),
    ...additional(schema.additionalProperties, fitting, inside, schema),
    ...listFields(schema, types, fitting, inside),
    // With loosened branches a value may match several, and `oneOf` would forbid that.
    ...branches("anyOf", listIn(anyOf ?? oneOf), fitting, inside),
    ...branches("allOf", [...listIn(schema.allOf), ...(hasBoth ? [{ anyOf: oneOf }] : [])], fitting, inside),
  })
}

const TOO_DEEP = "parts that are too deep or too long accept anything"

function isAnObject(schema: JsonObject, types: readonly string[]): boolean {
  return isObject(schema.properties) || types.includes("object") || requiredIn(schema).length > 0
}

/** Beside loosened parts these keywords would forbid valid values, or they refer to properties that were renamed. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  ...["not", "if", "then", "else", "patternProperties", "propertyNames", "dependentRequired", "dependentSchemas"],
  ...["dependencies", "unevaluatedProperties", "unevaluatedItems", "contains", "additionalItems"],
])

function objectFields(schema: JsonObject, fitting: Fitting, place: Place): JsonObject {
  const given = isObject(schema.properties) ? Object.entries(schema.properties) : []
  const fits = new Map<string, JsonObject>()
  for (const [name, each] of given) {
    const part = spend(fitting, name.length) ? fitPart(each, fitting, place) : undefined
    if (part !== undefined) fits.set(name, part)
  }
  const isNever = (name: string) => given.some(([known, each]) => known === name && each === false)
  const required = requiredIn(schema).filter((name) => !isNever(name))
  // Some providers refuse a required property that is missing in `properties`.
  for (const name of required) if (!fits.has(name) && spend(fitting, name.length)) fits.set(name, {})
  const properties = objectFrom(Array.from(fits, ([name, part]) => [sentName(name, fitting.names), part] as const))
  const names = required.filter((name) => fits.has(name)).map((name) => sentName(name, fitting.names))
  return { properties, ...(names.length > 0 && { required: names }) }
}

function additional(given: Json | undefined, fitting: Fitting, place: Place, schema: JsonObject = {}): JsonObject {
  // Without `patternProperties`, names that the pattern allows would be forbidden.
  if (given === undefined || isObject(schema.patternProperties)) return {}
  if (typeof given !== "boolean" && !isObject(given)) return {}
  return { additionalProperties: typeof given === "boolean" ? given : (fitPart(given, fitting, place) ?? false) }
}

/** A list must declare its items: one kind, or several. */
function listFields(schema: JsonObject, types: readonly string[], fitting: Fitting, place: Place): JsonObject {
  const { items, prefixItems } = schema
  const places = [...listIn(prefixItems), ...listIn(items)]
  if (places.length > 0) {
    fitting.changes.add("lists with a type for each position accept these types at any position")
    const rest = isObject(items) ? [items] : []
    const kinds = unique([...places, ...rest].map((each) => fitPart(each, fitting, place)).filter(isObject))
    const isOpen = kinds.length === 0 || kinds.some((kind) => Object.keys(kind).length === 0)
    return { items: isOpen ? {} : kinds.length === 1 ? (kinds[0] as JsonObject) : { anyOf: kinds } }
  }
  if (items !== undefined) return { items: fitPart(items, fitting, place) ?? {} }
  if (!types.includes("array")) return {}
  fitting.changes.add("lists without a type for their items accept anything")
  return { items: {} }
}

function branches(key: string, given: readonly Json[], fitting: Fitting, place: Place): JsonObject {
  if (given.length === 0) return {}
  const parts = unique(given.flatMap((each) => fitPart(each, fitting, place) ?? []))
  return parts.length === 0 ? {} : { [key]: parts }
}

/** An enum with too many values is replaced by a description that names a few of them. */
function withChoices(schema: JsonObject, fitting: Fitting, part: JsonObject): JsonObject {
  const { rules, changes } = fitting
  const values = unique(listIn(schema.enum))
  if (values.length === 0) return part
  const chars = values.reduce<number>((sum, value) => sum + JSON.stringify(value).length, 0)
  const isShort = values.length <= rules.mostChoices && chars <= rules.longestChoices
  if (isShort && spend(fitting, chars)) return { ...part, enum: values }
  changes.add(`an enum of ${values.length} values is described by a few of them`)
  return withWords(part, `One of ${values.length} values, such as ${someOf(values)}.`)
}
