import { describe, expect, it } from "vitest"
import { z } from "zod"
import { checkPlugin } from "./check-plugin.ts"
import { secret } from "./secret.ts"

const run = () => "ran"
const good = { name: "look", description: "Looks.", input: { type: "object" }, run }

function problemsOf(given: unknown): string {
  const check = checkPlugin(given, "here")
  return check.ok ? "" : check.problems.join("; ")
}

describe("checkPlugin", () => {
  it("accepts a plugin with every part, and runs none of its code", () => {
    const never = () => {
      throw new Error("ran")
    }
    const whole = {
      name: "my-weather",
      version: "1.0.0",
      settings: { type: "object", properties: { apiKey: secret() } },
      available: never,
      tools: [{ ...good, run: never, needs: ["settings.apiKey", "dataFolder", "workspace"], available: never }],
      contextProviders: [{ name: "now", fetch: never, isEligible: never, needs: ["settings"] }],
    }
    expect(problemsOf(whole)).toBe("")
    expect(problemsOf({ name: "nothing-in-it" })).toBe("")
  })

  it.each<[string, unknown, RegExp]>([
    ["no default export", undefined, /default export is not a plugin/],
    ["a function", () => ({}), /default export is not a plugin/],
    ["no name", { tools: [] }, /^name: must be at most 32 lower-case letters/],
    ["a long name", { name: "x".repeat(33) }, /^name: must be at most 32/],
    ["a bad name", { name: "My Weather" }, /not "My Weather"/],
    ["a version that is a number", { name: "x", version: 1 }, /^version: must be a text/],
    ["settings that are not a schema", { name: "x", settings: "none" }, /^settings: must be a JSON Schema/],
    [
      "settings of another type",
      { name: "x", settings: { type: "string" } },
      /^settings: must be a schema of an object/,
    ],
    [
      "a broken schema",
      { name: "x", settings: { type: "object", properties: { a: { type: "text" } } } },
      /^settings: /,
    ],
    ["a secret with a default", { name: "x", settings: withField(secret({ default: "hunter22" })) }, /has no default/],
    ["a secret that is a number", { name: "x", settings: withField({ type: "number", secret: true }) }, /is a string/],
    ["a secret of any type", { name: "x", settings: withField({ secret: true }) }, /is a string/],
    ["a secret in a list that has a default", { name: "x", settings: withField(LIST) }, /field: a secret has no/],
    [
      "a secret in a parent's default",
      { name: "x", settings: { ...withField(secret()), properties: { up: { ...withField(secret()), default: KEY } } } },
      /up\.field: a secret has no default/,
    ],
    [
      "a secret as a property name",
      { name: "x", settings: withField({ propertyNames: secret() }) },
      /propertyNames" belongs/,
    ],
    [
      "a secret that no setting reaches",
      { name: "x", settings: { type: "object", oneOf: [withField(secret())] } },
      /"#\/oneOf\/0\/properties\/field" belongs to no setting/,
    ],
    [
      "a secret behind a reference that is not followed",
      { name: "x", settings: { ...withField({ $ref: "#key" }), $defs: { key: { $anchor: "key", ...secret() } } } },
      /"#\/\$defs\/key" belongs to no setting/,
    ],
    [
      "zod's secret behind a transformation",
      { name: "x", settings: z.object({ key: z.string().pipe(secret(z.string())) }) },
      /after a transformation/,
    ],
    [
      "zod's transformation of an object with a secret",
      { name: "x", settings: z.object({ key: secret(z.string()) }).transform(({ key }) => ({ other: key })) },
      /input contains a secret/,
    ],
    [
      "two settings with the same variable",
      { name: "x", settings: { type: "object", properties: { apiKey: {}, api_key: {} } } },
      /"apiKey" and "api_key" are both set by PAWL_PLUGIN_X_API_KEY/,
    ],
    ["tools that are not a list", { name: "x", tools: {} }, /^tools: must be a list/],
    ["a tool that is not an object", { name: "x", tools: [run] }, /^tools\[0\]: must be an object/],
    ["a tool with a wrong name", { name: "x", tools: [{ ...good, name: "a b" }] }, /a name of letters/],
    ["a tool without run", { name: "x", tools: [{ ...good, run: undefined }] }, /tool "look": needs a function "run"/],
    ["a tool without a description", { name: "x", tools: [{ ...good, description: undefined }] }, /a description/],
    ["a tool without a schema", { name: "x", tools: [{ ...good, input: undefined }] }, /an input schema/],
    ["a tool with a broken schema", { name: "x", tools: [{ ...good, input: { type: 7 } }] }, /"look" is not valid/],
    [
      "an unknown need",
      { name: "x", tools: [{ ...good, needs: ["network"] }] },
      /needs "network", which does not exist\. There are: settings/,
    ],
    [
      "a need for an unknown setting",
      { name: "x", tools: [{ ...good, needs: ["settings.key"] }] },
      /needs "settings.key"/,
    ],
    ["a provider without fetch", { name: "x", contextProviders: [{ name: "now" }] }, /a function "fetch"/],
  ])("reports what is wrong with %s", (_, given, problem) => expect(problemsOf(given)).toMatch(problem))
})

const KEY = { field: "hunter22" }
const LIST = { type: "array", items: withField(secret()), default: [KEY] }

function withField(field: object) {
  return { type: "object", properties: { field } }
}
