import { describe, expect, it } from "vitest"
import type { JsonObject } from "../../contracts/json.ts"
import { repairValues } from "./repair-values.ts"

const schema: JsonObject = {
  type: "object",
  properties: {
    count: { type: "integer" },
    flag: { type: ["boolean", "null"] },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { type: "number" } },
    where: { type: "object", properties: { line: { type: "number" } } },
    text: { type: "string" },
    either: { anyOf: [{ type: "string" }, { type: "number" }] },
    both: { anyOf: [{ type: "boolean" }, { type: "array" }] },
    any: {},
    open: { anyOf: [{ type: "number" }, {}] },
    named: { $ref: "#/$defs/size" },
  },
  $defs: { size: { type: "number" } },
}

describe("repairValues", () => {
  it.each<[JsonObject, JsonObject, readonly string[]]>([
    [{ count: "5" }, { count: 5 }, ['"count" was the text "5", taken as a number']],
    [{ flag: "true" }, { flag: true }, ['"flag" was the text "true", taken as a boolean']],
    [{ tags: '["a"]' }, { tags: ["a"] }, ['"tags" was the text "[\\"a\\"]", taken as an array']],
    [{ sizes: [1, "2"] }, { sizes: [1, 2] }, ['"sizes.1" was the text "2", taken as a number']],
    [{ where: { line: "3" } }, { where: { line: 3 } }, ['"where.line" was the text "3", taken as a number']],
    [{ where: '{"line":3}' }, { where: { line: 3 } }, ['"where" was the text "{\\"line\\":3}", taken as an object']],
    [{ both: "false" }, { both: false }, ['"both" was the text "false", taken as a boolean']],
    [{ named: "4" }, { named: 4 }, ['"named" was the text "4", taken as a number']],
  ])("repairs %j to %j", (given, meant, repairs) => {
    expect(repairValues(given, schema)).toEqual({ arguments: meant, repairs })
  })

  it.each<[JsonObject]>([
    [{ text: "5" }],
    [{ text: "[1]" }],
    [{ either: "5" }],
    [{ any: "5" }],
    [{ open: "5" }],
    [{ strange: "5" }],
    [{ constructor: "5" }],
    [{ count: 5, tags: ["1"], flag: null }],
    [{ count: "five" }],
    [{ tags: "a" }],
  ])("leaves a value unchanged when a text may be meant, or no other value can be: %j", (given) => {
    expect(repairValues(given, schema)).toEqual({ arguments: given, repairs: [] })
  })
})

it("repairValues ends on alternatives that refer to themselves in many ways", () => {
  const again = Array.from({ length: 50 }, () => ({ $ref: "#/$defs/a" }))
  const schema = { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { anyOf: again } } }
  expect(repairValues({ a: "5" }, schema)).toEqual({ arguments: { a: "5" }, repairs: [] })
})
