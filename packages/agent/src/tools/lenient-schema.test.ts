// A schema of somebody else's: what can be checked is, and nothing that cannot stops a call.
import { expect, it } from "vitest"
import type { JsonObject } from "../contracts/json.ts"
import { compileSchema } from "./input-schema.ts"
import { isChecked, lenientSchema } from "./lenient-schema.ts"

async function problemsOf(schema: JsonObject, value: JsonObject): Promise<string> {
  const checked = await compileSchema("t", lenientSchema(schema)).check(value)
  return checked.ok ? "" : checked.problems
}

const plain: JsonObject = {
  type: "object",
  properties: { a: { type: "object", properties: { b: { type: "string" } } } },
}
const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`p${at}`, { type: "string" }]))

it.each<[string, JsonObject, JsonObject, string]>([
  ["what fits", plain, { a: { b: "x" } }, ""],
  ["what does not, with its place", plain, { a: { b: 1 } }, "a.b: must be string, and is number"],
  ["the whole", { type: "object", required: ["x"] }, {}, "input: must have required property 'x'"],
  ["nothing, where it is no schema", { type: "object", properties: { a: { type: "any" } } }, { a: 1 }, ""],
  ["nothing, where it refers to what is not there", { type: "object", $ref: "#/nowhere" }, { a: 1 }, ""],
  [
    "nothing, where it refers to itself for ever",
    { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } },
    { a: 1 },
    "",
  ],
  ["nothing, where it is too large to be compiled", { type: "object", properties: many }, { p1: 1 }, ""],
])("checks %s", async (_, schema, value, said) => {
  expect(await problemsOf(schema, value)).toBe(said)
})

it("shows the schema as it is, whether it can be checked or not", () => {
  const schema = { type: "object", properties: many }
  expect(isChecked(schema)).toBe(false)
  expect(compileSchema("t", lenientSchema(schema)).jsonSchema).toBe(schema)
})
