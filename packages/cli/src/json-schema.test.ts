import { describe, expect, it } from "vitest"
import { problemsOf, type Schema, unsupportedIn } from "./json-schema.ts"

const person = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: {
    name: { type: "string", minLength: 1 },
    age: { type: "integer", minimum: 0 },
    tags: { type: "array", items: { enum: ["a", "b"] }, maxItems: 2, uniqueItems: true },
    friend: { $ref: "#" },
    id: { anyOf: [{ type: "string" }, { type: "null" }] },
  },
}

describe("problemsOf", () => {
  it.each<[unknown, readonly string[]]>([
    [{ name: "x" }, []],
    [{ name: "x", age: 3, tags: ["a"], friend: { name: "y" }, id: null }, []],
    [[], ["the value must be object, and is array"]],
    [{}, ['"name" is missing']],
    [{ name: "" }, ['"name" has 0 characters, at least 1 wanted']],
    [{ name: "x", age: 1.5 }, ['"age" must be integer, and is number']],
    [{ name: "x", age: -1 }, ['"age" is -1, at least 0 wanted']],
    [{ name: "x", tags: ["c"] }, ['"tags[0]" must be one of "a", "b"']],
    [{ name: "x", tags: ["a", "a"] }, ['"tags" has an item twice']],
    [{ name: "x", extra: 1 }, ['"extra" is not allowed']],
    [{ name: "x", friend: {} }, ['"friend.name" is missing']],
    [{ name: "x", id: 1 }, ['"id" fits none of the choices']],
    [{ name: "x", toString: 1 }, ['"toString" is not allowed']],
  ])("says of %j what does not fit", (value, problems) => {
    expect(problemsOf(value, person)).toEqual(problems)
  })

  it.each<[Schema, unknown, boolean]>([
    [{ type: ["string", "null"] }, null, true],
    [{ type: "number" }, 1, true],
    [{ const: { a: 1 } }, { a: 1 }, true],
    [{ pattern: "^a+$" }, "ab", false],
    [{ oneOf: [{ type: "number" }, { minimum: 3 }] }, 5, false],
    [{ allOf: [{ minimum: 1 }, { maximum: 3 }] }, 4, false],
    [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, ["a", 1, 2], true],
    [{ prefixItems: [{ type: "string" }], items: false }, ["a", 1], false],
    [{ $ref: "#/$defs/x", $defs: { x: { type: "string" } } }, 1, false],
    [{ $ref: "https://example.com/x" }, 1, false],
    [false, 1, false],
    [{ exclusiveMinimum: 1, multipleOf: 2 }, 2, true],
  ])("with %j, %j fits: %s", (schema, value, fits) => {
    expect(problemsOf(value, schema).length === 0).toBe(fits)
  })

  it("ends on a schema that refers to itself for ever", () => {
    expect(problemsOf(1, { $ref: "#" })).toEqual(["the value is nested too deeply"])
  })

  it("names the keywords it would not check, wherever they are, and not the properties called like them", () => {
    expect(unsupportedIn(person)).toEqual([])
    expect(unsupportedIn({ properties: { not: { type: "string" }, a: { not: {} } }, if: {} })).toEqual(["if", "not"])
  })
})
