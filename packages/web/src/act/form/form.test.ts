import type { Json } from "@pawl/client"
import { describe, expect, it } from "vitest"
import { argumentsFromJson, argumentsOf, valuesOf } from "./form-values.ts"
import { type Field, fieldsOf, type Schema } from "./schema-fields.ts"

const schemaWith = (about: Json, more: Schema = {}): Schema => ({ type: "object", properties: { x: about }, ...more })
const fieldFor = (about: Json, given: Readonly<Record<string, Json>> = {}): Field => {
  const [field] = fieldsOf(schemaWith(about), given) ?? []
  if (field === undefined) throw new Error("The schema has one property, so there is one field.")
  return field
}

describe("fieldsOf", () => {
  it.each<[about: Json, field: object]>([
    [{ type: "string" }, { kind: "text", isLong: true, minLength: 0 }],
    [
      { type: "string", maxLength: 80, minLength: 1 },
      { kind: "text", isLong: false, minLength: 1 },
    ],
    [
      { type: "string", format: "email" },
      { kind: "text", isLong: false },
    ],
    [
      { type: "integer", minimum: 1, maximum: 9 },
      { kind: "number", isWhole: true, min: 1, max: 9 },
    ],
    [{ type: "number" }, { kind: "number", isWhole: false }],
    [{ type: "boolean" }, { kind: "yes-no" }],
    [
      { type: "string", enum: ["a", "b"] },
      { kind: "choice", options: ["a", "b"] },
    ],
    [{ enum: [1, null, true] }, { kind: "choice", options: [1, null, true] }],
    [{ enum: [{ a: 1 }] }, { kind: "json" }],
    [{ type: "array", items: { type: "string" } }, { kind: "lines" }],
    [{ type: "array", items: { type: "number" } }, { kind: "json" }],
    [{ type: "array" }, { kind: "json" }],
    [{ type: "object" }, { kind: "json" }],
    [{ type: ["string", "null"] }, { kind: "json" }],
    [true, { kind: "json" }],
    [
      { type: "string", description: "Where." },
      { kind: "text", hint: "Where." },
    ],
  ])("makes of %j the field %j", (about, field) => expect(fieldFor(about)).toMatchObject(field))

  it.each<[about: Json, value: Json]>([
    [{ type: "string" }, 5],
    [{ type: "integer" }, "5"],
    [{ type: "boolean" }, "yes"],
    [{ enum: ["a"] }, "b"],
    [{ type: "array", items: { type: "string" } }, ["a\nb"]],
    [{ type: "array", items: { type: "string" } }, [""]],
    [{ type: "array", items: { type: "string" } }, "a"],
  ])("edits as JSON what a field of %j cannot hold: %j", (about, value) => {
    expect(fieldFor(about, { x: value }).kind).toBe("json")
  })

  it.each<[schema: Schema | undefined]>([
    [undefined],
    [{}],
    [{ type: "object" }],
    [schemaWith({}, { anyOf: [] })],
    [schemaWith({}, { $ref: "#/x" })],
  ])("knows no fields for %j", (schema) => expect(fieldsOf(schema, {})).toBeUndefined())
})

describe("argumentsOf", () => {
  const made = (about: Json, text: string, given: Readonly<Record<string, Json>> = {}, isRequired = false) => {
    const fields = fieldsOf(schemaWith(about, { required: isRequired ? ["x"] : [] }), given) ?? []
    const result = argumentsOf(fields, { x: text }, given)
    return result.ok ? result.arguments : result.problems.x
  }

  it.each<[about: Json, text: string, expected: unknown]>([
    [{ type: "string" }, "a\nb", { x: "a\nb" }],
    [{ type: "string" }, "", {}],
    [{ type: "string", minLength: 3 }, "ab", "At least 3 characters are needed."],
    [{ type: "integer" }, "5", { x: 5 }],
    [{ type: "integer" }, "", {}],
    [{ type: "integer" }, " ", "This is not a number."],
    [{ type: "integer" }, "five", "This is not a number."],
    [{ type: "integer" }, "5.5", "A whole number is needed."],
    [{ type: "number", minimum: 1 }, "0.5", "It must be at least 1."],
    [{ type: "number", maximum: 9 }, "10", "It must be at most 9."],
    [{ type: "number" }, "Infinity", "This is not a number."],
    [{ type: "boolean" }, "true", { x: true }],
    [{ type: "boolean" }, "false", { x: false }],
    [{ type: "boolean" }, "", {}],
    [{ enum: ["a", "b"] }, "1", { x: "b" }],
    [{ enum: [null, 1] }, "0", { x: null }],
    [{ type: "array", items: { type: "string" } }, "a\n\nb c\n", { x: ["a", "b c"] }],
    [{ type: "object" }, '{"a":1}', { x: { a: 1 } }],
  ])("reads %j from %j: %j", (about, text, expected) => expect(made(about, text)).toEqual(expected))

  it("says why JSON is none", () => expect(made({ type: "object" }, "{")).toContain("This is not JSON"))

  it("keeps an empty text where there was a text, or where one is needed", () => {
    expect(made({ type: "string" }, "", { x: "old" })).toEqual({ x: "" })
    expect(made({ type: "string" }, "", {}, true)).toEqual({ x: "" })
    expect(made({ type: "string", minLength: 1 }, "", { x: "old" }, true)).toBe("This is needed.")
    expect(made({ type: "array", items: { type: "string" } }, "", { x: ["a"] })).toEqual({ x: [] })
    expect(made({ type: "integer" }, "", {}, true)).toBe("This is needed.")
  })

  it("keeps arguments that no field names", () => {
    expect(made({ type: "string" }, "new", { x: "old", y: [1] })).toEqual({ x: "new", y: [1] })
  })

  it.each<[given: Readonly<Record<string, Json>>]>([
    [{ path: "a", count: 3, deep: true, kind: "b", names: ["x", "y"], more: { a: [1] } }],
    [{}],
    [{ path: "", names: [] }],
    [{ path: 7, count: "3", deep: 0, names: [1] }],
  ])("gives back %j when nothing is edited", (given) => {
    const schema = {
      properties: {
        path: { type: "string" },
        count: { type: "integer" },
        deep: { type: "boolean" },
        kind: { enum: ["a", "b"] },
        names: { type: "array", items: { type: "string" } },
        more: { type: "object" },
      },
    }
    const fields = fieldsOf(schema, given) ?? []
    expect(argumentsOf(fields, valuesOf(fields, given), given)).toEqual({ ok: true, arguments: given })
  })
})

describe("argumentsFromJson", () => {
  it.each([
    ['{"a": 1}', { arguments: { a: 1 } }],
    ["[1]", { problem: "An object is needed: { … }." }],
    ["1", { problem: "An object is needed: { … }." }],
  ])("of %j is %j", (text, expected) => expect(argumentsFromJson(text)).toEqual(expected))

  it("says why it is no JSON", () => expect(argumentsFromJson("{a")).toMatchObject({ problem: expect.any(String) }))
})
