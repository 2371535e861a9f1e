// fitSchema, rule by rule: the nearest schema that the provider accepts, without unnecessary changes.
import { describe, expect, it } from "vitest"
import type { Json, JsonObject } from "../../../contracts/json.ts"
import { fitSchema } from "./fit-schema.ts"
import { MAX_SENT } from "./fitting.ts"
import { ANTHROPIC, COMPATIBLE, GEMINI, OPENAI, rulesFor } from "./rules.ts"

const string: JsonObject = { type: "string" }
const number: JsonObject = { type: "number" }

function sent(schema: Json, rules = ANTHROPIC): Json {
  return fitSchema(schema as JsonObject, rules).schema
}

/** The fitted form of a schema that is used as a property. */
function part(schema: Json, rules = ANTHROPIC): Json | undefined {
  const { properties } = sent({ type: "object", properties: { x: schema } }, rules) as { properties: JsonObject }
  return properties.x
}

describe("fitSchema on a schema that every provider accepts", () => {
  const plain = {
    type: "object",
    properties: { a: { type: "string", description: "x", minLength: 1 } },
    required: ["a"],
  }

  it.each([ANTHROPIC, OPENAI, GEMINI, COMPATIBLE])("changes nothing and reports nothing ($provider)", (rules) => {
    expect(fitSchema(plain, rules)).toEqual({ schema: plain, changes: [], names: new Map() })
    expect(fitSchema(plain, rules)).toBe(fitSchema(plain, rules))
  })
})

describe("fitSchema at the root", () => {
  it.each<[string, Json, Json]>([
    ["nothing", {}, { type: "object", properties: {} }],
    [
      "anyOf: all properties, the common requirements, and the rest in words",
      {
        properties: { id: string },
        required: ["id"],
        anyOf: [
          { properties: { a: string, c: string }, required: ["a", "c"] },
          { properties: { b: string, c: number }, required: ["b", "c"] },
        ],
      },
      {
        type: "object",
        properties: { id: string, a: string, c: { anyOf: [string, number] }, b: string },
        required: ["id", "c"],
        description: 'Give "a", or "b".',
      },
    ],
    [
      "allOf: everything merged",
      { allOf: [{ properties: { a: string }, required: ["a"] }, { properties: { b: string } }] },
      { type: "object", properties: { a: string, b: string }, required: ["a"] },
    ],
    [
      "a reference",
      { $ref: "#/$defs/x", $defs: { x: { properties: { a: string }, required: ["a"], additionalProperties: false } } },
      { type: "object", properties: { a: string }, required: ["a"], additionalProperties: false },
    ],
    [
      "a required property without a schema",
      { required: ["a"] },
      { type: "object", properties: { a: {} }, required: ["a"] },
    ],
    ["a forbidden property", { properties: { a: false, b: true } }, { type: "object", properties: { b: {} } }],
  ])("fits %s", (_, given, wanted) => expect(sent(given)).toEqual(wanted))
})

describe("fitSchema inside, for OpenAI and Anthropic", () => {
  it.each<[string, Json, Json]>([
    ["a list of nothing in particular", { type: "array" }, { type: "array", items: {} }],
    [
      "a list with a type for each position",
      { type: "array", items: [string, number] },
      { type: "array", items: { anyOf: [string, number] } },
    ],
    ["types in a list", { type: ["string", "null", "date"] }, { type: ["string", "null"] }],
    ["OpenAPI's null", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["const", { const: 5 }, { const: 5 }],
    ["oneOf", { oneOf: [string, number] }, { anyOf: [string, number] }],
    ["allOf", { allOf: [{ minLength: 1 }, { maxLength: 5 }] }, { allOf: [{ minLength: 1 }, { maxLength: 5 }] }],
    ["a keyword that would forbid too much beside loosened parts", { type: "string", not: { pattern: "(" } }, string],
    ["limits of the oldest draft", { minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }],
    ["a pattern with lookaround", { type: "string", pattern: "(?=a)" }, string],
    ["an unknown format", { type: "string", format: "phone" }, string],
    ["a format that all providers know", { type: "string", format: "date" }, { type: "string", format: "date" }],
    ["no schema at all", "string", {}],
    [
      "property names by pattern",
      { type: "object", patternProperties: { "^x": string }, additionalProperties: false },
      { type: "object", properties: {} },
    ],
    ["duplicate values", { enum: ["a", "a", 1] }, { enum: ["a", 1] }],
  ])("fits %s", (_, given, wanted) => {
    expect(part(given)).toEqual(wanted)
    expect(part(given, OPENAI)).toEqual(wanted)
  })

  it("an enum with too many values names a few of them", () => {
    const many = Array.from({ length: 501 }, (_, at) => `v${at}`)
    const { description, ...rest } = part({ type: "string", enum: many, description: "Which." }) as {
      description: string
    }
    expect(rest).toEqual(string)
    expect(description).toMatch(/^Which\. One of 501 values, such as "v0", .*"v9"\.$/)
  })

  it("a recursive schema is inlined once, and accepts anything inside", () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } }
    const tree = { properties: { x: { $ref: "#/$defs/node" } }, $defs: { node } }
    const { schema, changes } = fitSchema(tree, ANTHROPIC)
    expect(schema.properties).toEqual({ x: { type: "object", properties: { next: {} } } })
    expect(changes).toEqual(["references are written out", "recursive references are written out once"])
  })

  it.each([ANTHROPIC, GEMINI])("a schema with exponentially many references stays short ($provider)", (rules) => {
    const level = (at: number) => ({ $ref: `#/$defs/${at}` })
    const levels = Array.from({ length: 30 }, (_, at) => [
      String(at),
      { type: "object", properties: Object.fromEntries("abcdefgh".split("").map((name) => [name, level(at + 1)])) },
    ])
    const schema = { properties: { x: level(0) }, $defs: Object.fromEntries(levels) as JsonObject }
    expect(JSON.stringify(sent(schema, rules)).length).toBeLessThan(3 * MAX_SENT)
  })
})

describe("fitSchema for Gemini", () => {
  it.each<[string, Json, Json]>([
    [
      "types in a list",
      { type: ["string", "number", "null"], description: "x" },
      {
        anyOf: [
          { type: "string", description: "x", nullable: true },
          { type: "number", description: "x", nullable: true },
        ],
      },
    ],
    ["a type that may be null", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["const", { const: "a" }, { type: "string", enum: ["a"] }],
    ["values that are not strings", { enum: [1, 2] }, { type: "number", description: "One of 1, 2." }],
    ["an empty string among other values", { enum: ["", "a"] }, { type: "string", description: 'One of "", "a".' }],
    [
      "alternatives without other keywords beside them",
      { description: "x", anyOf: [string, { type: "array", items: number }] },
      {
        anyOf: [
          { type: "string", description: "x" },
          { type: "array", items: number },
        ],
      },
    ],
    ["an alternative to null", { anyOf: [string, { type: "null" }] }, { type: "string", nullable: true }],
    [
      "a list of nothing in particular",
      { type: "array" },
      { type: "array", items: { anyOf: [string, number, { type: "boolean" }, { type: "array", items: string }] } },
    ],
    [
      "an object with any content",
      { type: "object", additionalProperties: true },
      { type: "string", description: "A JSON object, written as text." },
    ],
    ["exclusive limits", { type: "number", exclusiveMinimum: 0 }, { type: "number", minimum: 0 }],
    ["formats", { type: "string", format: "uri" }, string],
    ["the only supported format", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
    [
      "allOf merged into one schema",
      { allOf: [{ properties: { a: string } }, { properties: { b: string }, required: ["b"] }] },
      { type: "object", properties: { b: string, a: string }, required: ["b"] },
    ],
    [
      "keywords common to all alternatives",
      { type: "object", properties: { a: string, b: string }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      {
        anyOf: [
          { type: "object", properties: { a: string, b: string }, required: ["a"] },
          { type: "object", properties: { a: string, b: string }, required: ["b"] },
        ],
      },
    ],
  ])("fits %s", (_, given, wanted) => expect(part(given, GEMINI)).toEqual(wanted))
})

it.each([
  ["openai", OPENAI],
  ["azure.chat", OPENAI],
  ["openai-compatible", OPENAI],
  ["gemini", GEMINI],
  ["google.generative-ai", GEMINI],
  ["google.vertex.chat", GEMINI],
  ["vertex.anthropic.messages", ANTHROPIC],
  ["anthropic.messages", ANTHROPIC],
  ["amazon-bedrock", ANTHROPIC],
  ["ollama", COMPATIBLE],
  [undefined, COMPATIBLE],
])("rulesFor(%s) returns the rules of that kind of provider", (provider, rules) =>
  expect(rulesFor(provider)).toBe(rules),
)
