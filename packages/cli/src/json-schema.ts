// Does a JSON value fit a JSON Schema? The part of the language that people write by hand and that generators emit.

export type Schema = Readonly<Record<string, unknown>> | boolean

/** What does not fit, each with its place; empty when everything does. */
export function problemsOf(value: unknown, schema: Schema): readonly string[] {
  return check(value, schema, { root: schema, path: "", depth: 0 })
}

/** Keywords that demand something we would not check: better said than passed over. */
export function unsupportedIn(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return []
  if (Array.isArray(schema)) return [...new Set(schema.flatMap(unsupportedIn))]
  const own = Object.keys(schema).filter((key) => UNSUPPORTED.has(key))
  const inner = Object.entries(schema).flatMap(([key, value]) => {
    if (key === "enum" || key === "const" || key === "default" || key === "examples") return []
    const named = key === "properties" || key === "$defs" || key === "definitions"
    return named && isObject(value) ? Object.values(value).flatMap(unsupportedIn) : unsupportedIn(value)
  })
  return [...new Set([...own, ...inner])]
}

const UNSUPPORTED = new Set(
  "not if then else patternProperties propertyNames dependentRequired dependentSchemas dependencies contains minContains maxContains unevaluatedProperties unevaluatedItems $dynamicRef".split(
    " ",
  ),
)

interface Place {
  readonly root: Schema
  readonly path: string
  readonly depth: number
}

type Rules = Readonly<Record<string, unknown>>

function check(value: unknown, schema: Schema, place: Place): readonly string[] {
  if (schema === true) return []
  if (schema === false) return [`${where(place)} is not allowed`]
  if (place.depth > 200) return [`${where(place)} is nested too deeply`]
  if (typeof schema.$ref === "string") return check(value, referred(schema.$ref, place), deeper(place))
  const wrongType = typeProblem(value, schema, place)
  if (wrongType !== undefined) return [wrongType]
  return [
    ...ofValue(value, schema, place),
    ...(typeof value === "string" ? ofString(value, schema, place) : []),
    ...(typeof value === "number" ? ofNumber(value, schema, place) : []),
    ...(Array.isArray(value) ? ofArray(value, schema, place) : []),
    ...(isObject(value) ? ofObject(value, schema, place) : []),
    ...ofChoices(value, schema, place),
  ]
}

function typeProblem(value: unknown, { type }: Rules, place: Place): string | undefined {
  if (type === undefined) return undefined
  const types = Array.isArray(type) ? type : [type]
  const actual = typeOf(value)
  const fits = types.some((each) => each === actual || (each === "number" && actual === "integer"))
  return fits ? undefined : `${where(place)} must be ${types.join(" or ")}, and is ${actual}`
}

function typeOf(value: unknown): string {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isInteger(value) ? "integer" : typeof value
}

function ofValue(value: unknown, rules: Rules, place: Place): readonly string[] {
  const same = (other: unknown) => JSON.stringify(other) === JSON.stringify(value)
  if (Array.isArray(rules.enum) && !rules.enum.some(same)) {
    return [`${where(place)} must be one of ${rules.enum.map((each) => JSON.stringify(each)).join(", ")}`]
  }
  return "const" in rules && !same(rules.const) ? [`${where(place)} must be ${JSON.stringify(rules.const)}`] : []
}

function ofString(value: string, rules: Rules, place: Place): readonly string[] {
  const length = [...value].length
  const fits = typeof rules.pattern !== "string" || new RegExp(rules.pattern, "u").test(value)
  return [
    ...bounds(length, rules, ["minLength", "maxLength"], `${where(place)} has ${length} characters`),
    ...(fits ? [] : [`${where(place)} must match ${rules.pattern}`]),
  ]
}

function ofNumber(value: number, rules: Rules, place: Place): readonly string[] {
  const { exclusiveMinimum: above, exclusiveMaximum: below, multipleOf: step } = rules
  return [
    ...bounds(value, rules, ["minimum", "maximum"], `${where(place)} is ${value}`),
    ...(typeof above === "number" && value <= above ? [`${where(place)} must be more than ${above}`] : []),
    ...(typeof below === "number" && value >= below ? [`${where(place)} must be less than ${below}`] : []),
    ...(typeof step === "number" && value % step !== 0 ? [`${where(place)} must be a multiple of ${step}`] : []),
  ]
}

function ofArray(value: readonly unknown[], rules: Rules, place: Place): readonly string[] {
  const first = Array.isArray(rules.prefixItems) ? rules.prefixItems : []
  const distinct = new Set(value.map((each) => JSON.stringify(each))).size
  return [
    ...bounds(value.length, rules, ["minItems", "maxItems"], `${where(place)} has ${value.length} items`),
    ...(rules.uniqueItems === true && distinct < value.length ? [`${where(place)} has an item twice`] : []),
    ...value.flatMap((item, index) => {
      const schema = index < first.length ? first[index] : rules.items
      return isSchema(schema) ? check(item, schema, deeper(place, `[${index}]`)) : []
    }),
  ]
}

function ofObject(value: Rules, rules: Rules, place: Place): readonly string[] {
  const properties = isObject(rules.properties) ? rules.properties : {}
  const required = Array.isArray(rules.required) ? rules.required : []
  const missing = required.filter((key) => !Object.hasOwn(value, String(key)))
  const count = Object.keys(value).length
  return [
    ...missing.map((key) => `${where(deeper(place, `.${key}`))} is missing`),
    ...bounds(count, rules, ["minProperties", "maxProperties"], `${where(place)} has ${count} properties`),
    ...Object.entries(value).flatMap(([key, each]) => {
      const schema = Object.hasOwn(properties, key) ? properties[key] : rules.additionalProperties
      return isSchema(schema) ? check(each, schema, deeper(place, `.${key}`)) : []
    }),
  ]
}

function ofChoices(value: unknown, rules: Rules, place: Place): readonly string[] {
  const matches = (list: unknown) =>
    Array.isArray(list) ? list.filter((each) => check(value, each as Schema, deeper(place)).length === 0).length : 1 // Schemas, as the keyword says.
  const all = Array.isArray(rules.allOf)
    ? rules.allOf.flatMap((each) => check(value, each as Schema, deeper(place)))
    : []
  return [
    ...all,
    ...(matches(rules.anyOf) === 0 ? [`${where(place)} fits none of the choices`] : []),
    ...(matches(rules.oneOf) !== 1 ? [`${where(place)} must fit exactly one of the choices`] : []),
  ]
}

function bounds(size: number, rules: Rules, [low, high]: readonly [string, string], what: string): readonly string[] {
  const least = rules[low]
  const most = rules[high]
  return [
    ...(typeof least === "number" && size < least ? [`${what}, at least ${least} wanted`] : []),
    ...(typeof most === "number" && size > most ? [`${what}, at most ${most} wanted`] : []),
  ]
}

/** `#/$defs/name`: only what is in the same schema. */
function referred(ref: string, { root }: Place): Schema {
  if (!ref.startsWith("#")) return false
  const keys = ref
    .slice(1)
    .split("/")
    .filter(Boolean)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
  const found = keys.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), root)
  return isSchema(found) ? found : false
}

function deeper(place: Place, step = ""): Place {
  return { ...place, path: place.path + step, depth: place.depth + 1 }
}

function where({ path }: Place): string {
  return path === "" ? "the value" : `"${path.replace(/^\./, "")}"`
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isObject(value)
}

function isObject(value: unknown): value is Rules {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
