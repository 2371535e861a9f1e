// Answers of other types than objects, in an object and out of it again.
import { Ajv } from "ajv"
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../contracts/json.ts"
import { hasOddNames, isClosed, objectSchema, unwrapped, unwrappedText } from "./object-schema.ts"

const TREE: JsonObject = {
  anyOf: [{ type: "null" }, { type: "object", properties: { left: { $ref: "#" }, tag: { $ref: "#/$defs/tag" } } }],
  $defs: { tag: { type: "string", minLength: 1 } },
}

describe("objectSchema", () => {
  it("leaves an object as it is", () => {
    const schema = { type: "object" }
    expect(objectSchema(schema)).toEqual({ schema, isWrapped: false })
  })

  it.each<[string, JsonObject, Json, Json]>([
    ["a list", { type: "array", items: { type: "integer" } }, [1], ["x"]],
    [
      "a union that refers to itself and to a definition",
      TREE,
      { left: { tag: "a", left: null } },
      { left: { tag: "" } },
    ],
    ["an older form of definitions", { $ref: "#/definitions/n", definitions: { n: { type: "number" } } }, 1, "x"],
  ])("wraps %s, and means the same", (_name, schema, right, wrong) => {
    const object = objectSchema(schema)
    const isValid = new Ajv({ strict: false }).compile(object.schema)
    expect([isValid({ value: right }), isValid({ value: wrong }), isValid(right)]).toEqual([true, false, false])
    expect(unwrapped({ value: right }, object)).toEqual(right)
    expect(JSON.parse(unwrappedText(JSON.stringify({ value: right }), object))).toEqual(right)
  })

  it("leaves text that is no JSON for others to report", () => {
    expect(unwrappedText('{"value": [1', objectSchema({ type: "array" }))).toBe('{"value": [1')
  })
})

it.each<[string, JsonObject, boolean]>([
  ["named fields", { type: "object", properties: { a: { type: "string" } } }, true],
  ["any fields", { type: "object", additionalProperties: { type: "string" } }, false],
  ["an object without fields", { type: "object", properties: { a: { type: "object" } } }, false],
  ["names by a pattern", { type: "object", properties: {}, patternProperties: { "^a": {} } }, false],
  ["itself", { type: "object", properties: { a: { $ref: "#" } } }, false],
])("isClosed of %s: %s", (_name, schema, expected) => {
  expect(isClosed(schema)).toBe(expected)
})

it.each([
  ["order_id", false],
  ["order id", true],
  ["größe", true],
])("hasOddNames of %j: %s", (name, expected) => {
  expect(hasOddNames({ type: "array", items: { type: "object", properties: { [name]: {} } } })).toBe(expected)
})
