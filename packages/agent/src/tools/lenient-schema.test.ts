// A server's schema: it is checked where possible, and a schema that cannot be checked stops no call.
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
  ["a value that fits", plain, { a: { b: "x" } }, ""],
  ["a value that does not fit, with its place", plain, { a: { b: 1 } }, "a.b: must be string, and is number"],
  ["the whole value", { type: "object", required: ["x"] }, {}, "input: must have required property 'x'"],
  ["nothing with an invalid schema", { type: "object", properties: { a: { type: "any" } } }, { a: 1 }, ""],
  ["nothing with a reference to a missing schema", { type: "object", $ref: "#/nowhere" }, { a: 1 }, ""],
  [
    "nothing with an endless reference to itself",
    { type: "object", properties: { a: { $ref: "#/$defs/a" } }, $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } },
    { a: 1 },
    "",
  ],
  ["nothing with a schema too large to compile", { type: "object", properties: many }, { p1: 1 }, ""],
])("lenientSchema checks %s", async (_, schema, value, said) => {
  expect(await problemsOf(schema, value)).toBe(said)
})

it("lenientSchema shows the model the schema unchanged, whether it can be checked or not", () => {
  const schema = { type: "object", properties: many }
  expect(isChecked(schema)).toBe(false)
  expect(compileSchema("t", lenientSchema(schema)).jsonSchema).toBe(schema)
})
