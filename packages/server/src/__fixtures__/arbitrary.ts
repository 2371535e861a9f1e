// Values that fit a JSON Schema, nearly fit it, or do not fit at all: for fuzzing routes from their own description.
import fc, { type Arbitrary } from "fast-check"

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
}

export type Schemas = Readonly<Record<string, Schema>>

const ODD = [
  "",
  " ",
  "0",
  "-1",
  "null",
  "true",
  "\u0000",
  "\ud800",
  "ü🙂",
  "../../etc/passwd",
  "%2e%2e",
  "<script>",
  "a".repeat(3000),
  "__proto__",
  "constructor",
]

export const oddText: Arbitrary<string> = fc.oneof(fc.constantFrom(...ODD), fc.string({ maxLength: 20 }))

/** Mostly values that fit, sometimes anything. */
export function fitting(schema: Schema, all: Schemas, depth = 0): Arbitrary<unknown> {
  const exact = exactly(schema, all, depth)
  return fc.oneof({ weight: 9, arbitrary: exact }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) })
}

function exactly(schema: Schema, all: Schemas, depth: number): Arbitrary<unknown> {
  const { $ref, enum: choices, const: only, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return exactly(all[$ref.split("/").at(-1) ?? ""] ?? {}, all, depth)
  if (choices !== undefined) return fc.constantFrom(...choices)
  if (only !== undefined) return fc.constant(only)
  const some = anyOf ?? oneOf ?? allOf
  if (some !== undefined) return fc.oneof(...some.map((each) => exactly(each, all, depth + 1)))
  const name = Array.isArray(type) ? type[0] : type
  if (name === "object") return objectOf(schema, all, depth)
  if (name === "array")
    return depth > 4 ? fc.constant([]) : fc.array(fitting(schema.items ?? {}, all, depth + 1), { maxLength: 3 })
  return scalarOf(name, schema)
}

function scalarOf(name: unknown, { minimum = -5, maximum = 100_000, format }: Schema): Arbitrary<unknown> {
  if (name === "boolean") return fc.boolean()
  if (name === "null") return fc.constant(null)
  if (name === "integer" || name === "number")
    return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 2 ** 40)) })
  if (format === "byte" || format === "base64") return fc.base64String({ maxLength: 40 })
  return name === "string" ? oddText : fc.jsonValue({ maxDepth: 2 })
}

function objectOf(schema: Schema, all: Schemas, depth: number): Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties } = schema
  if (depth > 4) return fc.constant({})
  const fields = Object.fromEntries(
    Object.entries(properties).map(([key, each]) => [key, fitting(each, all, depth + 1)]),
  )
  const known = fc.record(fields, { requiredKeys: required.filter((key) => key in fields) })
  if (typeof additionalProperties !== "object" || Object.keys(properties).length > 0) return known
  return fc.dictionary(oddText, fitting(additionalProperties, all, depth + 1), { maxKeys: 3 })
}
