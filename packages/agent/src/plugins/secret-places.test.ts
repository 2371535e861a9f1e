// Every way to declare that a setting is or contains a secret. Plugin code gets it wrapped, people see it masked, and its
// value is known from then on.
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import type { JsonObject } from "../contracts/json.ts"
import { knownSecrets } from "../secrets/known-secrets.ts"
import type { InputSchema } from "../tools/input-schema.ts"
import { checkPlugin } from "./check-plugin.ts"
import { Secret, secret } from "./secret.ts"
import { resolveSettings } from "./settings.ts"

const KEY = "Open-Sesame-42"
const withToken = { type: "object", properties: { name: { type: "string" }, token: secret() } }
const withKey = (key: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { key },
  ...more,
})
const zToken = z.object({ name: z.string().optional(), token: secret(z.string()) })

async function resolve(settings: InputSchema, env: string) {
  const check = checkPlugin({ name: "x", settings }, "here")
  if (!check.ok) throw new Error(check.problems.join("; "))
  const secrets = knownSecrets()
  return { secrets, ...(await resolveSettings(check.plugin, { env: { PAWL_PLUGIN_X_KEY: env }, stored: {}, secrets })) }
}

describe("resolveSettings finds a secret", () => {
  it.each<[string, InputSchema, unknown]>([
    ["in a list", withKey({ type: "array", items: secret() }), [KEY]],
    ["in a list of objects", withKey({ type: "array", items: withToken }), [{ name: "a", token: KEY }]],
    ["in a list that is marked as secret", withKey({ type: "array", items: { type: "string" }, secret: true }), [KEY]],
    ["at one index of a list", withKey({ type: "array", prefixItems: [{ type: "string" }, secret()] }), ["a", KEY]],
    ["in a map", withKey({ type: "object", additionalProperties: secret() }), { a: KEY }],
    ["in a map by pattern", withKey({ type: "object", patternProperties: { "^a": secret() } }), { a: KEY }],
    ["in a nullable setting", withKey({ type: ["string", "null"], secret: true }), KEY],
    ["in an anyOf alternative", withKey({ anyOf: [secret(), { type: "null" }] }), KEY],
    ["in a oneOf alternative", withKey({ oneOf: [withToken, { type: "string" }] }), { token: KEY }],
    ["in allOf", withKey({ allOf: [secret()] }), KEY],
    ["behind a reference", withKey({ $ref: "#/$defs/a~1b" }, { $defs: { "a/b": secret() } }), KEY],
    [
      "behind references that go in circles",
      withKey(
        { $ref: "#/$defs/node" },
        { $defs: { node: { type: "object", additionalProperties: { anyOf: [secret(), { $ref: "#/$defs/node" }] } } } },
      ),
      { a: { b: { c: KEY } } },
    ],
    ["with zod, nullable", z.object({ key: secret(z.string()).nullable() }), KEY],
    ["with zod, nullish", z.object({ key: secret(z.string()).nullish() }), KEY],
    ["with zod, in a record", z.object({ key: z.record(z.string(), secret(z.string())) }), { a: KEY }],
    ["with zod, in a union", z.object({ key: z.union([zToken, z.number()]) }), { token: KEY }],
    ["with zod, in a nullable object", z.object({ key: zToken.nullable() }), { token: KEY }],
    ["with zod, in a list of objects", z.object({ key: z.array(zToken) }), [{ token: KEY }]],
    ["with zod, in a recursive object", z.object({ key: lazily() }), { inner: { token: KEY } }],
    ["with zod, after preprocess", z.object({ key: z.preprocess((text) => text, secret(z.string())) }), KEY],
    ["with zod, transformed into parts", z.object({ key: secret(z.string()).transform((raw) => ({ raw })) }), KEY],
  ])("%s", async (_, settings, given) => {
    const { values, settings: shown, problems, secrets } = await resolve(settings, textOf(given))
    expect(problems).toEqual([])
    expect(revealed(values.key)).toContain(KEY)
    expect(inspect([values, shown], { depth: 9 }) + JSON.stringify([values, shown])).not.toContain(KEY)
    expect(shown).toContainEqual(expect.objectContaining({ isSecret: true, shown: "********" }))
    expect(secrets.clean(`it is ${KEY}`)).toBe("it is [redacted]")
  })

  it("and leaves everything else unchanged", async () => {
    const { values } = await resolve(withKey({ type: "array", items: withToken }), '[{"name":"plain"}]')
    expect(values.key).toEqual([{ name: "plain" }])
    const kept = new URL("https://a.test/")
    const schema = z.object({ key: z.string().transform(() => kept), other: secret(z.string()).optional() })
    expect((await resolve(schema, "x")).values.key).toBe(kept)
  })
})

describe("a value that a schema makes from a secret", () => {
  it("is a secret as well, and is redacted like the original", async () => {
    const settings = z.object({ key: secret(z.string()).transform((text) => `Bearer ${text.toLowerCase()}`) })
    const { values, secrets } = await resolve(settings, KEY)
    expect((values.key as Secret).reveal()).toBe("Bearer open-sesame-42")
    expect(secrets.clean(`${KEY} Bearer open-sesame-42`)).toBe("[redacted] [redacted]")
  })

  it.each<[string, (text: string) => unknown, RegExp]>([
    ["a number", () => 42, /no text/],
    ["bytes", (text) => new TextEncoder().encode(text), /no text/],
    ["too short to be recognised", () => "abc", /at least 6 characters/],
  ])("cannot be %s", async (_, made, why) => {
    const settings = z.object({ key: secret(z.string()).transform(made) })
    const { values, problems } = await resolve(settings, KEY)
    expect(values).toEqual({})
    expect(problems.join()).toMatch(why)
  })

  it("does not show in the schema's problems", async () => {
    const told = (text: string) => `bad ${text}`
    const settings = z.object({
      key: secret(z.string().refine(() => false, { error: ({ input }) => told(`${input}`) })),
    })
    expect((await resolve(settings, KEY)).problems).toEqual(["key: bad [redacted]"])
    const { problems } = await resolve(withKey({ type: "object", additionalProperties: secret() }), KEY)
    expect(problems).toEqual(["key: PAWL_PLUGIN_X_KEY: it must be object, written as JSON"])
  })
})

it("resolveSettings keeps a nullable secret of digits as text", async () => {
  const { values } = await resolve(z.object({ key: secret(z.string()).nullable() }), "123456789")
  expect((values.key as Secret).reveal()).toBe("123456789")
})

it("resolveSettings refuses a secret that is too short, in a list as well", async () => {
  const { problems } = await resolve(withKey({ type: "array", items: withToken }), '[{"token":"abc"}]')
  expect(problems.join()).toContain("at least 6 characters")
})

it("resolveSettings takes a parent's default for its fields, which are then not required", async () => {
  const server = { type: "object", properties: { host: { type: "string" }, port: { type: "integer", default: 80 } } }
  const settings = withKey(
    { ...server, required: ["host"], default: { host: "a.test", port: 81 } },
    { required: ["key"] },
  )
  expect((await resolve(settings, "")).values).toEqual({ key: { host: "a.test", port: 81 } })
  expect((await resolve(settings, '{"host":"b.test"}')).values).toEqual({ key: { host: "b.test", port: 81 } })
})

function lazily() {
  const node: z.ZodType = z.object({ token: secret(z.string()).optional(), inner: z.lazy(() => node).optional() })
  return node
}

function textOf(given: unknown): string {
  return typeof given === "string" ? given : JSON.stringify(given)
}

function revealed(value: unknown): string {
  if (value instanceof Secret) return value.reveal()
  return typeof value === "object" && value !== null ? Object.values(value).map(revealed).join(" ") : ""
}
