import { describe, expect, it } from "vitest"
import type { JsonObject } from "../contracts/json.ts"
import { declaredHeaders, paramHeaders } from "./param-headers.ts"

const schema = (properties: JsonObject): JsonObject => ({ type: "object", properties })
const region = { type: "string", "x-mcp-header": "Region" }

describe("x-mcp-header", () => {
  it.each([
    { name: "plain text", value: "eu-1", header: "eu-1" },
    { name: "an empty text", value: "", header: "=?base64??=" },
    { name: "text beyond ASCII", value: "Öl", header: "=?base64?w5Zs?=" },
    { name: "leading spaces", value: " a", header: "=?base64?IGE=?=" },
    { name: "text that looks encoded", value: "=?base64?YQ==?=", header: "=?base64?PT9iYXNlNjQ/WVE9PT89?=" },
  ])("sends $name", ({ value, header }) => {
    expect(paramHeaders(schema({ region }), { region: value })).toEqual({ "Mcp-Param-Region": header })
  })

  it("sends numbers, booleans and nested values, and leaves out missing or null ones", () => {
    const deep = schema({
      count: { type: "integer", "x-mcp-header": "Count" },
      dry: { type: "boolean", "x-mcp-header": "Dry" },
      none: { type: "string", "x-mcp-header": "None" },
      gone: { type: "string", "x-mcp-header": "Gone" },
      where: schema({ region }),
      quiet: { type: "string" },
    })
    const given = { count: 3, dry: false, none: null, where: { region: "eu" }, quiet: "x" }
    expect(paramHeaders(deep, given)).toEqual({
      "Mcp-Param-Count": "3",
      "Mcp-Param-Dry": "false",
      "Mcp-Param-Region": "eu",
    })
  })

  it.each([
    { name: "an empty name", properties: { a: { type: "string", "x-mcp-header": "" } } },
    { name: "a name with a space", properties: { a: { type: "string", "x-mcp-header": "My Region" } } },
    { name: "a name that is no text", properties: { a: { type: "string", "x-mcp-header": 3 } } },
    { name: "a number with a fraction", properties: { a: { type: "number", "x-mcp-header": "A" } } },
    { name: "an object", properties: { a: { type: "object", "x-mcp-header": "A" } } },
    { name: "the same name twice", properties: { a: region, b: { ...region, "x-mcp-header": "REGION" } } },
    { name: "an item of a list", properties: { a: { type: "array", items: region } } },
    { name: "one of several alternatives", properties: { a: { oneOf: [region] } } },
  ])("is invalid for $name", ({ properties }) => {
    expect(declaredHeaders(schema(properties))).toBeUndefined()
  })

  it("is absent in most schemas", () => {
    expect(declaredHeaders(schema({ a: { type: "string" } }))).toEqual([])
    expect(declaredHeaders({})).toEqual([])
  })
})
