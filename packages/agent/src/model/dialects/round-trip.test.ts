// Calls that a dialect writes into a history are parsed back exactly by the same dialect, so a model may copy them.
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { text } from "../../contracts/content.ts"
import type { JsonObject } from "../../contracts/json.ts"
import type { AssistantMessage, Message } from "../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../contracts/model.ts"
import { parseAnswer } from "./__fixtures__/corpus.ts"
import { dialectNamed, dialects } from "./dialects.ts"

const TEXT_DIALECTS = dialects.map(({ name }) => name).filter((name) => name !== "native")

const awkward = fc.constantFrom(
  "]]>",
  "</tool>",
  "<tool>",
  "</tool_call>",
  "<thinking>",
  "&amp;",
  "&",
  "<",
  '"',
  "'",
  "\\",
  "\n",
  "\r\n",
  "```",
  "\n```\n",
  "`",
  "[a.b(c=1)]",
  "Tool: a.b\nArguments: {}",
  "<|tool_call_end|>",
  "{",
  "}",
  ")",
  "😀",
  "ß",
  "\u2028",
  "\0",
  " ",
)
const strings = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.array(awkward, { maxLength: 6 }).map((parts) => parts.join("")),
)
const json = fc.jsonValue({ stringUnit: "binary", maxDepth: 3 }) as fc.Arbitrary<JsonObject[string]>
const values = fc.letrec<{ value: JsonObject[string] }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    strings,
    json,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(strings, tie("value"), { maxKeys: 3 }),
  ),
})).value
const args = fc.oneof(
  fc.dictionary(strings, values, { maxKeys: 4 }),
  fc.dictionary(fc.constantFrom("path", "content", "items", "n", "answer", "type"), values),
)

function request(
  calls: readonly { readonly name: string; readonly arguments: JsonObject }[],
  tools: readonly ToolDefinition[],
): ModelRequest {
  const asked: AssistantMessage = {
    role: "assistant",
    text: "I will do it.",
    reasoning: [],
    calls: calls.map((call, index) => ({ id: `c${index}`, ...call })),
  }
  const messages: readonly Message[] = [{ role: "user", parts: [text("Go")] }, asked]
  return { system: "", messages, tools, blobs: new Map() }
}

function roundTrip(dialect: string, given: ModelRequest, jsonSchema = false) {
  const [, answer] = dialectNamed(dialect).write(given, { jsonSchema }).messages
  const written = answer?.role === "assistant" ? answer.text : ""
  return { written, read: parseAnswer(dialect, [written], given.tools) }
}

const TOOLS: readonly ToolDefinition[] = [
  {
    name: "write_file",
    description: "Writes.",
    inputSchema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } } },
  },
  { name: "fs__read", description: "Reads.", inputSchema: { type: "object" } },
]

describe.each(TEXT_DIALECTS)("%s", (dialect) => {
  it("parses the arguments it wrote exactly", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("write_file", "fs__read"), args), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (calls, schema) => {
          const asked = calls.map(([name, given]) => ({
            name,
            arguments: JSON.parse(JSON.stringify(given)) as JsonObject,
          }))
          const { read, written } = roundTrip(dialect, request(asked, TOOLS), schema)
          expect(read.problems, written).toEqual([])
          const got = read.calls.map(({ server, name, arguments: back }) => [
            server === undefined ? name : `${server}__${name}`,
            JSON.stringify(back),
          ])
          expect(got).toEqual(asked.map((call) => [call.name, JSON.stringify(call.arguments)]))
        },
      ),
      { numRuns: 400 },
    )
  })

  it("keeps the text beside a call", () => {
    const { read } = roundTrip(dialect, request([{ name: "write_file", arguments: { path: "a" } }], TOOLS))
    expect(dialect === "structured" ? read.thinking : read.text.trim()).toBe("I will do it.")
  })
})

describe("xml, with a schema", () => {
  it.each(["a ]]> b\n<c> & <d> ]]]]>", "\n</tool>\n", "&amp;"])("writes %j as an element", (content) => {
    const { written, read } = roundTrip("xml", request([{ name: "write_file", arguments: { content } }], TOOLS))
    expect(written).toContain("<tool_name>write_file</tool_name>")
    expect(read.calls[0]?.arguments).toEqual({ content })
  })

  const scalar = fc.oneof(
    strings.map((value) => ({ schema: { type: "string" }, value })),
    fc.integer().map((value) => ({ schema: { type: "integer" }, value })),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((value) => ({ schema: { type: "number" }, value: value === 0 ? 0 : value })),
    fc.boolean().map((value) => ({ schema: { type: "boolean" }, value })),
  )
  type Shaped = { readonly schema: JsonObject; readonly value: JsonObject[string] }
  const names = fc.stringMatching(/^[a-z_][a-z0-9_]{0,8}$/)
  const shaped: fc.Arbitrary<Shaped> = fc.letrec<{ any: Shaped }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      scalar as fc.Arbitrary<Shaped>,
      fc
        .array(strings, { maxLength: 4 })
        .map((value) => ({ schema: { type: "array", items: { type: "string" } }, value })),
      fc
        .array(fc.integer(), { maxLength: 4 })
        .map((value) => ({ schema: { type: "array", items: { type: "integer" } }, value })),
      fc.dictionary(names, tie("any"), { minKeys: 1, maxKeys: 3 }).map(object),
    ),
  })).any

  function object(members: Readonly<Record<string, Shaped>>): Shaped {
    const entries = Object.entries(members)
    return {
      schema: { type: "object", properties: Object.fromEntries(entries.map(([key, { schema }]) => [key, schema])) },
      value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
    }
  }

  it("writes arguments as elements, typed by the schema", () => {
    let elements = 0
    fc.assert(
      fc.property(fc.dictionary(names, shaped, { minKeys: 1, maxKeys: 4 }).map(object), ({ schema, value }) => {
        const tool: ToolDefinition = { name: "make", description: "", inputSchema: schema }
        const { read, written } = roundTrip("xml", request([{ name: "make", arguments: value as JsonObject }], [tool]))
        expect(
          read.calls.map((call) => call.arguments),
          written,
        ).toEqual([value])
        if (written.includes("<tool_name>")) elements++
      }),
      { numRuns: 500 },
    )
    // Most calls are written as elements, few as JSON.
    expect(elements).toBeGreaterThan(400)
  })
})
