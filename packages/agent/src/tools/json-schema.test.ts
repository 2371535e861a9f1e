import { describe, expect, it } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { schemaChecker } from "./json-schema.ts"

const person: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://example.com/person",
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1 },
    age: { type: "integer", minimum: 0 },
    tags: { type: "array", items: { enum: ["a", "b"] }, maxItems: 2, uniqueItems: true },
    "a/b": { const: 1 },
    friend: { $ref: "#" },
    id: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
}

describe("schemaChecker", () => {
  it.each<[unknown, readonly string[]]>([
    [{ name: "x" }, []],
    [{ name: "x", age: 3, tags: ["a"], friend: { name: "y" }, id: null }, []],
    [[], ["the value: must be object, and is array"]],
    [null, ["the value: must be object, and is null"]],
    [{}, ["the value: must have required property 'name'"]],
    [{ name: "" }, ["name: must NOT have fewer than 1 characters"]],
    [{ name: "x", age: "3" }, ["age: must be integer, and is string"]],
    [{ name: "x", age: -1 }, ["age: must be >= 0, and is -1"]],
    [{ name: "x", tags: ["a", "c"] }, ['tags.1: must be one of "a", "b"']],
    [{ name: "x", extra: 1 }, ['the value: must not have the additional property "extra"']],
    [{ name: "x", toString: 1 }, ['the value: must not have the additional property "toString"']],
    [{ name: "x", "a/b": 2 }, ["a/b: must be 1"]],
    [{ name: "x", friend: {} }, ["friend: must have required property 'name'"]],
    [{ age: -1, tags: 1 }, expect.arrayContaining([expect.stringMatching(/^age:/), expect.stringMatching(/^tags:/)])],
  ])("reports for %j what does not fit, where, and what is expected", (value, problems) => {
    expect(schemaChecker(person)(value)).toEqual(problems)
  })

  it.each<[JsonObject, unknown, boolean]>([
    [{ oneOf: [{ type: "number" }, { minimum: 3 }] }, 5, false],
    [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, ["a", 1], true],
    [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, [1], false],
    [{ items: [{ type: "string" }], additionalItems: false }, ["a", 1], false],
    [{ $ref: "#/$defs/x", $defs: { x: { type: "string" } } }, 1, false],
    [{ $ref: "#/definitions/x", definitions: { x: { type: "string" } } }, "a", true],
    [{ not: { type: "string" } }, "a", false],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, false],
    [{ patternProperties: { "^x": { type: "number" } } }, { x1: "a" }, false],
    [{ $schema: "http://json-schema.org/draft-04/schema#", type: "string" }, "a", true],
    [{ $schema: "https://example.com/ours", type: "string" }, 1, false],
  ])("checks with %j that %j fits: %s", (schema, value, fits) => {
    expect(schemaChecker(schema)(value).length === 0).toBe(fits)
  })

  it("names the whole value by the root option", () => {
    expect(schemaChecker({ type: "string" }, { root: "input" })(1)).toEqual(["input: must be string, and is number"])
  })

  it.each<[JsonObject, RegExp]>([
    [{ type: "objekt" }, /type must be equal to one of the allowed values/],
    [{ properties: 1 }, /properties must be object/],
    [{ $ref: "https://example.com/elsewhere" }, /can't resolve reference https:\/\/example\.com\/elsewhere/],
    [{ pattern: "(" }, /Invalid regular expression/],
  ])("refuses the schema %j, and says why", (schema, why) => {
    const refused = expect.toSatisfy(
      (error: unknown) => isPawlError(error, "config-invalid") && why.test(error.message),
    )
    expect(() => schemaChecker(schema)).toThrow(refused)
  })

  it.each<[string, unknown, boolean]>([
    ["a text", "value 4999", true],
    ["another text", "value 5000", false],
    ["an object with its keys in another order", { b: [1], a: null }, true],
    ["a similar object", { b: [1, 2], a: null }, false],
    ["a number", 5, true],
    ["its text", "5", false],
  ])("looks up %s among thousands", (_, value, fits) => {
    const many = [...Array.from({ length: 5000 }, (_each, at) => `value ${at}`), { a: null, b: [1] }, 5]
    const schema = { type: "object", properties: { a: { enum: many } }, default: { enum: many } }
    const [problem, ...others] = schemaChecker(schema)({ a: value })
    expect(others).toEqual([])
    if (fits) expect(problem).toBeUndefined()
    else expect(problem).toMatch(/^a: must be one of "value 0", .*"value 99", or one of 4902 more$/)
  })

  it("reports a schema that refers to itself endlessly", () => {
    expect(schemaChecker({ $ref: "#" })(1)).toEqual([expect.stringMatching(/^the value: cannot be checked/)])
  })

  it("keeps two schemas with the same $id apart", () => {
    const [one, two] = ["string", "number"].map((type) => schemaChecker({ $id: "same", type }))
    expect([one?.("x"), two?.("x")]).toEqual([[], ["the value: must be number, and is string"]])
  })
})
