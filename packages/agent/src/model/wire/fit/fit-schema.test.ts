// What is sent of a schema, rule by rule: the nearest that the provider takes, and nothing changed that need not be.
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

/** As a property. */
function part(schema: Json, rules = ANTHROPIC): Json | undefined {
  const { properties } = sent({ type: "object", properties: { x: schema } }, rules) as { properties: JsonObject }
  return properties.x
}

describe("a schema that every provider takes", () => {
  const plain = {
    type: "object",
    properties: { a: { type: "string", description: "x", minLength: 1 } },
    required: ["a"],
  }

  it.each([ANTHROPIC, OPENAI, GEMINI, COMPATIBLE])("is sent as it is, and nothing is noted ($provider)", (rules) => {
    expect(fitSchema(plain, rules)).toEqual({ schema: plain, changes: [], names: new Map() })
    expect(fitSchema(plain, rules)).toBe(fitSchema(plain, rules))
  })
})

describe("at the top", () => {
  it.each<[string, Json, Json]>([
    ["nothing", {}, { type: "object", properties: {} }],
    [
      "anyOf: all properties, what all need, and the rest in words",
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
      "allOf: all that is said",
      { allOf: [{ properties: { a: string }, required: ["a"] }, { properties: { b: string } }] },
      { type: "object", properties: { a: string, b: string }, required: ["a"] },
    ],
    [
      "a reference",
      { $ref: "#/$defs/x", $defs: { x: { properties: { a: string }, required: ["a"], additionalProperties: false } } },
      { type: "object", properties: { a: string }, required: ["a"], additionalProperties: false },
    ],
    [
      "what is required and not described",
      { required: ["a"] },
      { type: "object", properties: { a: {} }, required: ["a"] },
    ],
    [
      "a property that may not be there",
      { properties: { a: false, b: true } },
      { type: "object", properties: { b: {} } },
    ],
  ])("%s", (_, given, wanted) => expect(sent(given)).toEqual(wanted))
})

describe("inside, for OpenAI and Anthropic", () => {
  it.each<[string, Json, Json]>([
    ["a list of nothing in particular", { type: "array" }, { type: "array", items: {} }],
    [
      "a list by places",
      { type: "array", items: [string, number] },
      { type: "array", items: { anyOf: [string, number] } },
    ],
    ["types in a list", { type: ["string", "null", "date"] }, { type: ["string", "null"] }],
    ["OpenAPI's null", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["const", { const: 5 }, { const: 5 }],
    ["oneOf", { oneOf: [string, number] }, { anyOf: [string, number] }],
    ["allOf", { allOf: [{ minLength: 1 }, { maxLength: 5 }] }, { allOf: [{ minLength: 1 }, { maxLength: 5 }] }],
    ["what would forbid too much once it is loosened", { type: "string", not: { pattern: "(" } }, string],
    ["limits of the oldest draft", { minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }],
    ["a pattern that looks around", { type: "string", pattern: "(?=a)" }, string],
    ["a format that nobody knows", { type: "string", format: "phone" }, string],
    ["a format that all know", { type: "string", format: "date" }, { type: "string", format: "date" }],
    ["no schema at all", "string", {}],
    [
      "names by pattern",
      { type: "object", patternProperties: { "^x": string }, additionalProperties: false },
      { type: "object", properties: {} },
    ],
    ["values twice", { enum: ["a", "a", 1] }, { enum: ["a", 1] }],
  ])("%s", (_, given, wanted) => {
    expect(part(given)).toEqual(wanted)
    expect(part(given, OPENAI)).toEqual(wanted)
  })

  it("too many values to choose from are named by a few", () => {
    const many = Array.from({ length: 501 }, (_, at) => `v${at}`)
    const { description, ...rest } = part({ type: "string", enum: many, description: "Which." }) as {
      description: string
    }
    expect(rest).toEqual(string)
    expect(description).toMatch(/^Which\. One of 501 values, such as "v0", .*"v9"\.$/)
  })

  it("what refers to itself is shown once, and open inside", () => {
    const node = { type: "object", properties: { next: { $ref: "#/$defs/node" } } }
    const tree = { properties: { x: { $ref: "#/$defs/node" } }, $defs: { node } }
    const { schema, changes } = fitSchema(tree, ANTHROPIC)
    expect(schema.properties).toEqual({ x: { type: "object", properties: { next: {} } } })
    expect(changes).toEqual(["references are written out", "what refers to itself is shown once"])
  })

  it.each([ANTHROPIC, GEMINI])("what refers to others in ever more ways stays short ($provider)", (rules) => {
    const level = (at: number) => ({ $ref: `#/$defs/${at}` })
    const levels = Array.from({ length: 30 }, (_, at) => [
      String(at),
      { type: "object", properties: Object.fromEntries("abcdefgh".split("").map((name) => [name, level(at + 1)])) },
    ])
    const schema = { properties: { x: level(0) }, $defs: Object.fromEntries(levels) as JsonObject }
    expect(JSON.stringify(sent(schema, rules)).length).toBeLessThan(3 * MAX_SENT)
  })
})

describe("for Gemini", () => {
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
    ["values that are no texts", { enum: [1, 2] }, { type: "number", description: "One of 1, 2." }],
    ["an empty text among others", { enum: ["", "a"] }, { type: "string", description: 'One of "", "a".' }],
    [
      "alternatives, which stand alone",
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
      "an object with anything in it",
      { type: "object", additionalProperties: true },
      { type: "string", description: "A JSON object, written as text." },
    ],
    ["exclusive limits", { type: "number", exclusiveMinimum: 0 }, { type: "number", minimum: 0 }],
    ["formats", { type: "string", format: "uri" }, string],
    ["the one format", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
    [
      "all that holds at once",
      { allOf: [{ properties: { a: string } }, { properties: { b: string }, required: ["b"] }] },
      { type: "object", properties: { b: string, a: string }, required: ["b"] },
    ],
    [
      "what holds for all alternatives",
      { type: "object", properties: { a: string, b: string }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
      {
        anyOf: [
          { type: "object", properties: { a: string, b: string }, required: ["a"] },
          { type: "object", properties: { a: string, b: string }, required: ["b"] },
        ],
      },
    ],
  ])("%s", (_, given, wanted) => expect(part(given, GEMINI)).toEqual(wanted))
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
])("%s goes by the rules of its kind", (provider, rules) => expect(rulesFor(provider)).toBe(rules))
