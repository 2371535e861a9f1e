import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { messageOf } from "../contracts/error.ts"
import type { Json, JsonObject } from "../contracts/json.ts"
import { schemaChecker } from "./json-schema.ts"
import { isPlain } from "./plain-schema.ts"

const NAMES = ["a", "b/c", "~", "", "toString", "1", "long name"]
const TYPES = ["string", "number", "integer", "boolean", "null", "object", "array"]

const name = fc.constantFrom(...NAMES)
const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom("", "a", "ab", "😀", "\ud800x", "1", 0, -0, 1, 1.5, -3, 1e21, true, false, null),
  fc.integer({ min: -5, max: 5 }),
)
const limit = fc.constantFrom(0, 1, 2, 3, -1.5, 1e-7)
const size = fc.constantFrom(0, 1, 2, 3)

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 5 }),
  ),
}))

const { schema } = fc.letrec<{ schema: JsonObject; inner: Json }>((tie) => ({
  schema: fc.record(
    {
      type: fc.oneof(fc.constantFrom(...TYPES), fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1 })),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3, comparator: (a, b) => a === b }),
      maximum: limit,
      minimum: limit,
      exclusiveMaximum: limit,
      exclusiveMinimum: limit,
      maxLength: size,
      minLength: size,
      maxItems: size,
      minItems: size,
      items: tie("inner"),
      required: fc.uniqueArray(name, { maxLength: 3 }),
      additionalProperties: fc.oneof(fc.constant(false), tie("inner")),
      properties: fc.dictionary(name, tie("inner"), { maxKeys: 10 }),
      format: fc.constantFrom("date", "unheard-of"),
      description: fc.constant("What it is for."),
      default: scalar,
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
  inner: fc.oneof({ depthSize: "small" }, fc.constant(true), tie("schema")),
}))

/** A keyword that no validator knows changes nothing but who checks. */
const byAjv = (plain: JsonObject) => schemaChecker({ ...plain, "x-not-plain": true })

function refusal(check: () => unknown): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

describe("a plain schema", () => {
  it("is checked without ajv with ajv's problems, in ajv's words and order", () => {
    const property = fc.property(schema, fc.array(value, { minLength: 1, maxLength: 6 }), (plain, values) => {
      expect(isPlain(plain)).toBe(true)
      const [check, ajv] = [schemaChecker(plain), byAjv(plain)]
      for (const each of values) expect(check(each)).toEqual(ajv(each))
    })
    fc.assert(property, { numRuns: 400 })
  })

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["not a number", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["a hole in a list", { list: new Array(2) }],
    ["an inherited property", Object.create({ list: 1, other: 2 })],
    ["a big integer", 5n],
  ])("is checked as ajv does it for %s, which is not JSON", (_, odd) => {
    const properties = { list: { type: "array", items: { type: "integer", maximum: 3 } } }
    const schemas: readonly JsonObject[] = [
      { type: "object", properties, required: ["list"], additionalProperties: { type: "string" } },
      { type: "integer", minimum: 0, enum: [1, 2] },
      { type: ["number", "null"], exclusiveMaximum: 4 },
    ]
    for (const each of schemas) expect(schemaChecker(each)(odd)).toEqual(byAjv(each)(odd))
  })

  it.each<[JsonObject]>([
    [{ type: "objekt" }],
    [{ type: [] }],
    [{ type: ["string", "string"] }],
    [{ enum: [] }],
    [{ enum: "a" }],
    [{ enum: [1, 2, 1] }],
    [{ required: ["a", "a"] }],
    [{ required: true }],
    [{ minLength: -1 }],
    [{ maxItems: 1.5 }],
    [{ minimum: "1" }],
    [{ properties: [] }],
    [{ properties: { a: 1 } }],
    [{ items: "string" }],
    [{ description: 1 }],
    [{ examples: 1 }],
  ])("is not what %j is: ajv says what is wrong with it", (mistaken) => {
    expect(isPlain(mistaken)).toBe(false)
    const why = refusal(() => schemaChecker(mistaken))
    expect(why).toBe(refusal(() => byAjv(mistaken)))
    expect(why).toMatch(/^It is not a JSON Schema/)
  })

  it.each<[JsonObject]>([
    [{ anyOf: [{ type: "string" }] }],
    [{ $ref: "#" }],
    [{ pattern: "^a" }],
    [{ nullable: true, type: "string" }],
    [{ items: false }],
    [{ enum: [{ a: 1 }] }],
    [{ properties: JSON.parse('{"__proto__":{"type":"string"}}') }],
    [{ properties: { deep: { items: { const: 1 } } } }],
    [{ type: "string", "x-own": 1 }],
  ])("is not what %j is: ajv checks it", (other) => {
    expect(isPlain(other)).toBe(false)
  })
})
