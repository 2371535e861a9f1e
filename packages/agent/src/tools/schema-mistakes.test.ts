import { describe, expect, it } from "vitest"
import { isPawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { registryOf } from "./registry.ts"
import { schemaMistake } from "./schema-mistakes.ts"
import type { Tool } from "./tool.ts"

describe("schemaMistake", () => {
  it.each<[unknown, RegExp]>([
    [undefined, /must be an object, and is missing/],
    [null, /must be an object, and is null/],
    ["string", /must be an object, and is a string/],
    [[], /must be an object, and is an array/],
    [{ type: "string" }, /type must be "object", and is "string"/],
    [{ type: "objekt" }, /type must be one of .*, and is "objekt"/],
    [{ properties: 1 }, /properties must be an object, and is a number/],
    [{ properties: { a: "string" } }, /properties\.a must be a schema, and is a string/],
    [{ properties: { a: { type: "sting" } } }, /properties\.a\.type must be one of/],
    [{ properties: { a: { type: "array", items: { type: "int" } } } }, /properties\.a\.items\.type must be one of/],
    [{ required: "a" }, /required must be an array of names/],
  ])("finds the mistake in %j", (schema, why) => {
    expect(schemaMistake(schema)).toMatch(why)
  })

  it.each<JsonObject>([
    {},
    { type: "object" },
    { type: ["object", "null"] },
    { properties: { a: true, b: {}, c: { type: ["string", "null"] }, type: { type: "string" } }, required: ["a"] },
    { properties: { a: { $ref: "#/$defs/x" } }, $defs: { x: { type: "string" } } },
    { oneOf: [{ type: "object" }] },
  ])("accepts %j", (schema) => {
    expect(schemaMistake(schema)).toBeUndefined()
  })
})

describe("the registry", () => {
  const aTool = (input: unknown): Tool => ({
    name: "greet",
    description: "Greets.",
    input: input as never,
    effect: "once",
    run: () => "",
  })
  const registered = (input: unknown) => registryOf([{ tools: () => [aTool(input)] }])().byName.get("greet")

  it.each([undefined, "string", { type: "string" }, { properties: { name: { type: "sting" } } }])(
    "refuses a tool with the schema %j at once, and names the tool",
    (input) => {
      const refused = expect.toSatisfy(
        (error: unknown) => isPawlError(error, "config-invalid") && error.message.includes('"greet"'),
      )
      expect(() => registered(input)).toThrow(refused)
    },
  )

  it("compiles a schema at the first check, and then finds what the quick check misses", async () => {
    const late = registered({ type: "object", properties: { name: { type: "string", pattern: "(" } } })
    expect(() => late?.schema.check({})).toThrow(/"greet" is not valid.*regular expression/i)
    const good = registered({ type: "object", properties: { name: { type: "string" } }, required: ["name"] })
    expect(await good?.schema.check({})).toMatchObject({ ok: false, problems: expect.stringContaining("name") })
  })
})
