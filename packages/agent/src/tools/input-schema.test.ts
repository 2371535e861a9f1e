import { type } from "arktype"
import * as v from "valibot"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { isPawlError } from "../contracts/error.ts"
import type { JsonObject } from "../contracts/json.ts"
import { compileSchema, type InputSchema } from "./input-schema.ts"

const person: JsonObject = {
  type: "object",
  properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
  required: ["name"],
  additionalProperties: false,
}
const zodPerson = z.object({ name: z.string(), tags: z.array(z.string()).optional() })

const configInvalid = expect.toSatisfy((error: unknown) => isPawlError(error, "config-invalid"))

describe.each<{ kind: string; schema: InputSchema }>([
  { kind: "JSON Schema", schema: person },
  { kind: "zod", schema: zodPerson },
  { kind: "valibot", schema: v.object({ name: v.string(), tags: v.optional(v.array(v.string())) }) },
  { kind: "arktype", schema: type({ name: "string", "tags?": "string[]" }) },
])("an input schema in $kind", ({ schema }) => {
  const compiled = compileSchema("greet", schema)

  it.each<{ value: JsonObject }>([{ value: { name: "Ada" } }, { value: { name: "Ada", tags: ["x"] } }])(
    "accepts $value",
    async ({ value }) => {
      expect(await compiled.check(value)).toEqual({ ok: true, value })
    },
  )

  it.each<{ value: JsonObject; where: string }>([
    { value: {}, where: "name" },
    { value: { name: 1 }, where: "name: " },
    { value: { name: "Ada", tags: ["x", 2] }, where: "tags.1: " },
  ])("refuses $value and names the place", async ({ value, where }) => {
    const checked = await compiled.check(value)
    expect(checked).toEqual({ ok: false, problems: expect.stringContaining(where) })
  })

  it("is described to the model as JSON Schema", () => {
    expect(compiled.jsonSchema).toMatchObject({
      type: "object",
      properties: { name: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
      required: ["name"],
    })
  })
})

describe("JSON Schema", () => {
  it("reports all problems at once", async () => {
    const checked = await compileSchema("greet", person).check({ tags: 1, more: 2 })
    const problems = checked.ok ? "" : checked.problems
    expect(problems).toContain("required")
    expect(problems).toContain("tags: ")
    expect(problems).toContain("additional")
  })

  it("defaults to type object", async () => {
    const { jsonSchema, check } = compileSchema("greet", { required: ["name"] })
    expect(jsonSchema).toEqual({ type: "object", properties: {}, required: ["name"] })
    expect((await check({})).ok).toBe(false)
  })

  it("may have unknown keywords", async () => {
    const { check } = compileSchema("greet", { ...person, "x-order": 1, format: "greeting" })
    expect((await check({ name: "Ada" })).ok).toBe(true)
  })

  it("is refused when it is not valid, and the message names the tool", () => {
    expect(() => compileSchema("greet", { type: "objekt" })).toThrow(configInvalid)
    expect(() => compileSchema("greet", { type: "objekt" })).toThrow(/"greet"/)
  })

  it.each<[string, object, RegExp]>([
    ["fields without their object", { name: z.string() }, /of tool "greet" is no schema\. .*Write input: z\.object/],
    ["names of types", { name: "string" }, /Write input: { type: "object", properties: { name: { type: "string" } } }/],
    ["a schema of the AI SDK", { [Symbol.for("vercel.ai.schema")]: true, jsonSchema: person }, /of the AI SDK/],
  ])("is not made of %s", (_what, schema, message) => {
    expect(() => compileSchema("greet", schema as InputSchema, { late: true })).toThrow(message)
  })

  it("is compiled at the first check with `late`", async () => {
    const late = compileSchema("greet", { type: "objekt" }, { late: true })
    expect(() => late.check({})).toThrow(configInvalid)
    const good = compileSchema("greet", person, { late: true })
    expect(await good.check({})).toEqual({ ok: false, problems: "input: must have required property 'name'" })
  })

  it("may name the newest dialect, as zod does", async () => {
    const described = z.toJSONSchema(zodPerson) as JsonObject
    expect(described.$schema).toContain("2020-12")
    expect((await compileSchema("greet", described).check({ name: 1 })).ok).toBe(false)
  })
})

describe("a Standard Schema", () => {
  it("gives the tool the transformed input", async () => {
    const schema = z.object({ count: z.string().transform(Number), unit: z.string().default("cm") })
    expect(await compileSchema("measure", schema).check({ count: "3" })).toEqual({
      ok: true,
      value: { count: 3, unit: "cm" },
    })
  })

  it("describes what the model has to send, not what the tool gets", () => {
    const schema = z.object({ unit: z.string().default("cm") })
    expect(compileSchema("measure", schema).jsonSchema).not.toMatchObject({ required: ["unit"] })
  })

  it("may validate asynchronously and give paths as objects", async () => {
    const schema: InputSchema = {
      "~standard": {
        version: 1,
        vendor: "slow",
        validate: async () => ({ issues: [{ message: "no", path: [{ key: "a" }, "b", 0] }, { message: "never" }] }),
        jsonSchema: { input: () => ({ type: "object" }) },
      },
    }
    expect(await compileSchema("t", schema).check({})).toEqual({ ok: false, problems: "a.b.0: no; input: never" })
  })

  it("of valibot describes what the model has to send, and gives the tool the defaults", async () => {
    const { jsonSchema, check } = compileSchema("measure", v.object({ unit: v.optional(v.string(), "cm") }))
    expect(jsonSchema.required).toEqual([])
    expect(await check({})).toEqual({ ok: true, value: { unit: "cm" } })
  })

  it.each<{ kind: string; schema: InputSchema }>([
    { kind: "valibot", schema: v.object({ day: v.date() }) },
    { kind: "zod", schema: z.object({ day: z.date() }) },
  ])("of $kind that no JSON can satisfy is refused", ({ schema, kind }) => {
    expect(() => compileSchema("book", schema)).toThrow(configInvalid)
    expect(() => compileSchema("book", schema)).toThrow(
      new RegExp(`"book" \\(${kind}\\) has no JSON Schema\\. .*[Dd]ate.* Describe what a model can send`),
    )
  })

  it("is refused when it cannot describe itself as JSON Schema", () => {
    const schema: InputSchema = {
      "~standard": { version: 1, vendor: "mute", validate: (value) => ({ value }) },
    }
    expect(() => compileSchema("greet", schema)).toThrow(configInvalid)
    expect(() => compileSchema("greet", schema)).toThrow(/"greet" \(mute\)/)
  })
})
