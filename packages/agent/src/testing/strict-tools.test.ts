// Tests of the checkers: each publicly reported refusal is refused here too.
import { describe, expect, it } from "vitest"
import { anthropicObjections, openAiObjections } from "../model/strict/history.ts"
import { type StrictProvider, toolObjections } from "./strict-tools.ts"

function objections(schema: unknown, provider: StrictProvider, more: object = {}): readonly string[] {
  const named = { name: "t", description: "x", ...more }
  const tool =
    provider === "anthropic"
      ? { ...named, input_schema: schema }
      : { type: "function", function: { ...named, parameters: schema } }
  return toolObjections([tool], provider)
}

const good = { type: "object", properties: { a: { type: "string" } }, required: ["a"] }
const ALL = ["openai", "anthropic", "gemini"] as const
const with_ = (a: unknown) => ({ type: "object", properties: { a } })

describe("toolObjections", () => {
  it.each(ALL)("accepts valid tools (%s)", (provider) => expect(objections(good, provider)).toEqual([]))

  it.each<[string, unknown, readonly StrictProvider[]]>([
    ["anyOf at the top", { ...good, anyOf: [{}] }, ALL],
    ["oneOf at the top", { ...good, oneOf: [{}] }, ALL],
    ["allOf at the top", { ...good, allOf: [{}] }, ALL],
    ["no object", { type: "string" }, ALL],
    ["no properties", { type: "object" }, ALL],
    ["an array without items", with_({ type: "array" }), ALL],
    ["a name with brackets", { type: "object", properties: { "a[]": { type: "string" } } }, ALL],
    ["a name that is too long", { type: "object", properties: { ["a".repeat(65)]: { type: "string" } } }, ALL],
    ["a required property that does not exist", { ...good, required: ["b"] }, ALL],
    ["a huge enum", with_({ type: "string", enum: Array.from({ length: 5000 }, (_, at) => `${at}`) }), ALL],
    ["an empty enum", with_({ type: "string", enum: [] }), ALL],
    ["half a character", with_({ type: "string", description: "\ud83d" }), ALL],
    ["half a character in a name", { type: "object", properties: { "\ud83d": { type: "string" } } }, ALL],
    ["NUL", with_({ type: "string", description: "\0" }), ALL],
    ["a reference that does not resolve", with_({ $ref: "#/$defs/x" }), ALL],
    ["a type that does not exist", with_({ type: "any" }), ALL],
    ["limits of the oldest draft", with_({ type: "number", minimum: 1, exclusiveMinimum: true }), ALL],
    ["a list of item schemas", with_({ type: "array", items: [{ type: "string" }] }), ALL],
    ["required as a flag", with_({ type: "string", required: true }), ALL],
    ["const", with_({ const: "x" }), ["gemini"]],
    ["types in a list", with_({ type: ["string", "null"] }), ["gemini"]],
    ["a part without a type", with_({}), ["gemini"]],
    ["an object without properties inside", with_({ type: "object" }), ["gemini"]],
    ["an enum of numbers", with_({ type: "number", enum: [1] }), ["gemini"]],
    ["an enum with an empty text", with_({ type: "string", enum: [""] }), ["gemini"]],
    ["a format", with_({ type: "string", format: "uri" }), ["gemini"]],
    ["additionalProperties", { ...good, additionalProperties: false }, ["gemini"]],
    ["a keyword beside anyOf", with_({ type: "string", anyOf: [{ type: "string" }] }), ["gemini"]],
    ["allOf inside", with_({ allOf: [{ type: "string" }] }), ["gemini"]],
  ])("refuses %s in a schema", (_, schema, refusing) => {
    expect(ALL.filter((provider) => objections(schema, provider).length > 0)).toEqual(refusing)
  })

  it.each<[string, object, readonly StrictProvider[]]>([
    ["an empty name", { name: "" }, ALL],
    ["a name with a dot", { name: "a.b" }, ALL],
    ["a name that is too long", { name: "a".repeat(65) }, ALL],
    ["an empty description", { description: " " }, ALL],
    ["a description of 1,025 characters", { description: "x".repeat(1025) }, ["openai"]],
  ])("refuses %s", (_, more, refusing) => {
    expect(ALL.filter((provider) => objections(good, provider, more).length > 0)).toEqual(refusing)
  })

  it("refuses two tools of one name", () => {
    const tool = { name: "t", input_schema: good }
    expect(toolObjections([tool, tool], "anthropic")).toEqual(["tools: t twice"])
  })
})

describe("the strict history checks", () => {
  const user = { role: "user", content: [{ type: "text", text: "x" }] } as const
  const use = (id: string) =>
    ({ role: "assistant", content: [{ type: "tool_use", id, name: "t", input: {} }] }) as const
  const result = (id: string, text = "ok") =>
    ({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text }] }] }) as const

  it("refuse for Anthropic reused ids, empty results, half characters and trailing white space", () => {
    expect(anthropicObjections([user, use("a"), result("a")])).toEqual([])
    expect(anthropicObjections([user, use("a"), result("a"), use("a"), result("a")])).toMatchObject(
      [/used twice/].map((said) => expect.stringMatching(said)),
    )
    expect(anthropicObjections([user, use("a"), result("a", " ")])).toEqual([
      "message 2 (user): empty text block in a result",
    ])
    expect(anthropicObjections([user, use("a"), result("a", "\ud83d")])).toHaveLength(1)
    expect(anthropicObjections([user, { role: "assistant", content: [{ type: "text", text: "x " }] }])).toContain(
      "message 1 (assistant): the last answer ends in white space",
    )
  })

  it("refuse for OpenAI invalid arguments, ids that are too long and half characters", () => {
    const asked = (id: string, given: string) =>
      [
        { role: "user", content: "x" },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id, type: "function", function: { name: "t", arguments: given } }],
        },
        { role: "tool", tool_call_id: id, content: "ok" },
      ] as const
    expect(openAiObjections(asked("a", "{}"))).toEqual([])
    expect(openAiObjections(asked("a", "{"))).toEqual(["message 1 (assistant): arguments are no JSON"])
    expect(openAiObjections(asked("a", "[]"))).toEqual(["message 1 (assistant): arguments are no object"])
    expect(openAiObjections(asked("a".repeat(41), "{}"))).toHaveLength(1)
    // The JSON text itself is well-formed, but the string in it is not.
    expect(openAiObjections(asked("a", '{"x":"\\ud83d"}'))).toEqual([
      "message 1 (assistant) arguments.x: half a character",
    ])
  })
})
