// The schemas of typed answers, as response formats accept them.
import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../../contracts/json.ts"
import { closedAnswer, isStrict, withoutLimits } from "./closed-answer.ts"

const text: JsonObject = { type: "string" }
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "object", properties, ...more })
const whole = (properties: JsonObject) => object(properties, { required: Object.keys(properties) })

describe("closedAnswer", () => {
  it("closes every object that names its fields, wherever it stands", () => {
    const closed = closedAnswer(
      whole({ list: { type: "array", items: whole({ a: text }) }, either: { anyOf: [whole({ b: text }), text] } }),
    )
    expect(JSON.stringify(closed).match(/"additionalProperties":false/g)).toHaveLength(3)
  })

  it("leaves an object with any fields open", () => {
    const record = { type: "object", properties: {}, additionalProperties: text }
    expect(closedAnswer(record)).toEqual(record)
  })
})

describe("isStrict", () => {
  it.each<[string, JsonObject, boolean]>([
    ["all fields required", whole({ a: text, b: whole({ c: { type: "integer", minimum: 1 } }) }), true],
    ["a choice", whole({ a: { anyOf: [text, { type: "null" }] }, b: { enum: ["x"] } }), true],
    ["a field that may be left out", object({ a: text, b: text }, { required: ["a"] }), false],
    ["the same deeper down", whole({ a: { type: "array", items: object({ b: text }) } }), false],
    ["any fields", { type: "object", additionalProperties: text }, false],
    ["anything", whole({ a: {} }), false],
    ["a keyword that is refused", whole({ a: { type: "string", minLength: 1 } }), false],
    ["parts that all apply", whole({ a: { allOf: [text] } }), false],
  ])("%s: %s", (_name, schema, expected) => {
    expect(isStrict(closedAnswer(schema))).toBe(expected)
  })
})

describe("withoutLimits", () => {
  it("says limits in words", () => {
    expect(withoutLimits(whole({ a: { type: "integer", minimum: 1, maximum: 5, description: "How many." } }))).toEqual(
      whole({ a: { type: "integer", description: "How many. (minimum 1, maximum 5)" } }),
    )
  })

  it("takes a field that is called like a limit for a field", () => {
    const schema = whole({ minimum: { type: "integer" } })
    expect(withoutLimits(schema)).toEqual(schema)
  })
})
