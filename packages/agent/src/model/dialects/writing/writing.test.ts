// A history with calls, as each dialect writes it for a model without native calls.
import { Ajv } from "ajv"
import { describe, expect, it } from "vitest"
import { type BlobPart, fullText, text } from "../../../contracts/content.ts"
import type { Message } from "../../../contracts/message.ts"
import type { ModelRequest, ToolDefinition } from "../../../contracts/model.ts"
import { openAiObjections } from "../../strict/history.ts"
import { toOpenAiMessages } from "../../wire/openai-messages.ts"
import { dialectNamed, dialects } from "../dialects.ts"
import { unionSchema } from "./union-schema.ts"

const TEXT_DIALECTS = dialects.map(({ name }) => name).filter((name) => name !== "native")
const picture: BlobPart = { type: "blob", hash: "h1", mime: "image/png", size: 3 }

const TOOLS: readonly ToolDefinition[] = [
  {
    name: "write_file",
    description: "Writes a file.",
    inputSchema: {
      type: "object",
      properties: { path: { type: "string" }, lines: { type: "array", items: { type: "string" } } },
      required: ["path"],
    },
  },
  {
    name: "fs__list",
    description: "Lists a folder.",
    inputSchema: { $schema: "x", type: "object", properties: { all: { type: "boolean" } } },
  },
]

const MESSAGES: readonly Message[] = [
  { role: "user", parts: [text("Look around."), picture] },
  {
    role: "assistant",
    text: "I will look.",
    reasoning: [{ text: "hm", signature: "s" }],
    calls: [
      { id: "1", name: "fs__list", arguments: { all: true } },
      { id: "2", name: "write_file", arguments: {}, unreadable: "{oops" },
    ],
  },
  { role: "tool", call: "1", name: "fs__list", parts: [text("a.txt"), picture], failed: false },
  { role: "tool", call: "2", name: "write_file", parts: [text("No such tool.")], failed: true },
  { role: "user", parts: [text("Go on.")] },
  { role: "assistant", text: "Done.", reasoning: [], calls: [] },
  { role: "user", parts: [text("Thanks.")] },
]

function request(messages: readonly Message[] = MESSAGES, tools = TOOLS): ModelRequest {
  return { system: "Be kind.", messages, tools, blobs: new Map() }
}

function shown(message: Message | undefined): string {
  if (message === undefined) return ""
  return message.role === "assistant" ? message.text : fullText(message.parts, new Map())
}

describe.each(TEXT_DIALECTS)("%s", (name) => {
  const written = dialectNamed(name).write(request(), { jsonSchema: false })

  it("leaves no native tools, calls or results", () => {
    expect(written.tools).toEqual([])
    expect(written.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"])
    for (const message of written.messages) if (message.role === "assistant") expect(message.calls).toEqual([])
  })

  it("explains the tools in the system prompt, in an order independent of registration", () => {
    expect(written.system).toMatch(/^Be kind\.\n\n/)
    for (const said of ["Writes a file.", "Lists a folder.", '"lines"']) expect(written.system).toContain(said)
    expect(written.system).not.toContain("$schema")
    const other = dialectNamed(name).write(request(MESSAGES, TOOLS.toReversed()), { jsonSchema: false })
    expect(other.system).toBe(written.system)
  })

  it("does not mention tools when there are none", () => {
    const { system } = dialectNamed(name).write(request([], []), { jsonSchema: false })
    if (name !== "structured") expect(system).toBe("Be kind.")
    else expect(system).not.toContain("# Tools")
  })

  it("joins results and the next user text in one message, with images, and marks failures", () => {
    const [, , results] = written.messages
    expect(results?.role === "user" && results.parts).toContain(picture)
    expect(shown(results)).toMatch(
      /list[\s\S]*a\.txt[\s\S]*(write_file[\s\S]*failed|Error from write_file)[\s\S]*No such tool\.[\s\S]*Go on\.$/,
    )
  })

  it("writes calls as the model would, and unreadable calls unchanged", () => {
    const [, answer] = written.messages
    expect(shown(answer)).toMatch(/I will look\./)
    expect(shown(answer)).toMatch(/list[\s\S]*true[\s\S]*write_file[\s\S]*oops/)
  })

  it("returns the same objects for the same history, and unchanged messages as they are", () => {
    const dialect = dialectNamed(name)
    const first = dialect.write(request(), { jsonSchema: false }).messages
    const second = dialect.write(
      request([...MESSAGES, { role: "assistant", text: "Bye.", reasoning: [], calls: [] }]),
      { jsonSchema: false },
    ).messages
    first.forEach((message, index) => {
      expect(second[index]).toBe(message)
    })
    expect(first[0]).toBe(MESSAGES[0])
    expect(first[4]).toBe(MESSAGES[6])
  })

  it('explains the tools in the last user message with toolsIn "turn"', () => {
    const dialect = dialectNamed(name, { toolsIn: "turn" })
    const { system, messages } = dialect.write(request(), { jsonSchema: false })
    expect(system).toBe("Be kind.")
    expect(shown(messages[4])).toMatch(/Writes a file\.[\s\S]*Thanks\.$/)
    expect(dialect.write(request(), { jsonSchema: false }).messages[4]).toBe(messages[4])
    const isAfterCall = MESSAGES.slice(0, 4)
    expect(shown(dialect.write(request(isAfterCall), { jsonSchema: false }).messages[0])).toMatch(
      /Writes a file\.[\s\S]*Look around\./,
    )
    expect(dialect.write(request([]), { jsonSchema: false }).system).toContain("Writes a file.")
  })
})

describe("the structured dialect", () => {
  const dialect = dialectNamed("structured")

  it("sends an answer schema to a provider that takes one", () => {
    const held = dialect.write(request(), { jsonSchema: true })
    expect(held.answerSchema).toEqual(unionSchema(TOOLS.toReversed()))
    expect(dialect.write(request(), { jsonSchema: true }).answerSchema).toBe(held.answerSchema)
    expect(dialect.write(request(), { jsonSchema: false })).not.toHaveProperty("answerSchema")
  })

  it("writes the history's answers and calls in the form that it asks for", () => {
    const [, call, , answer] = dialect.write(request(), { jsonSchema: false }).messages.map(shown)
    expect(call?.split("\n")[0]).toBe('{"type":"fs__list","thought":"I will look.","arguments":{"all":true}}')
    expect(answer).toBe('{"type":"FinalResponse","answer":"Done."}')
    const [, , results, held] = dialect.write(request(), { jsonSchema: true }).messages.map(shown)
    expect(results).toMatch(/^Observation from fs__list:/)
    expect(results).toContain("Observation from write_file (failed): No such tool.")
    expect(held).toBe('{"decision":{"type":"FinalResponse","answer":"Done."}}')
  })
})

describe("unionSchema", () => {
  const nested: ToolDefinition = {
    name: "draw",
    description: "Draws.",
    inputSchema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: { at: { $ref: "#/$defs/point" } },
      required: ["at"],
      $defs: {
        point: {
          type: "object",
          properties: { x: { type: "number" }, next: { $ref: "#/$defs/point" } },
          required: ["x"],
        },
      },
    },
  }
  const other: ToolDefinition = {
    ...nested,
    name: "erase",
    inputSchema: {
      type: "object",
      properties: { at: { $ref: "#/definitions/point" } },
      definitions: { point: { type: "string" } },
    },
  }
  const isValid = new Ajv({ strict: true, strictTypes: false }).compile(unionSchema([...TOOLS, nested, other]))

  it.each<readonly [unknown, boolean]>([
    [{ type: "FinalResponse", thought: "t", answer: "a" }, true],
    [{ type: "write_file", thought: "t", arguments: { path: "a" } }, true],
    [{ type: "draw", thought: "t", arguments: { at: { x: 1, next: { x: 2 } } } }, true],
    [{ type: "erase", thought: "t", arguments: { at: "here" } }, true],
    [{ type: "FinalResponse", thought: "t" }, false],
    [{ type: "write_file", thought: "t", arguments: {} }, false],
    [{ type: "draw", thought: "t", arguments: { at: { x: 1, next: {} } } }, false],
    [{ type: "erase", thought: "t", arguments: { at: { x: 1 } } }, false],
    [{ type: "nothing", thought: "t", arguments: {} }, false],
  ])("accepts only valid decisions: %j", (decision, expected) => {
    expect(isValid({ decision })).toBe(expected)
  })

  it("has an object at the root, and the discriminator first in every branch", () => {
    const { type, properties } = unionSchema(TOOLS) as {
      type: string
      properties: { decision: { anyOf: { properties: object }[] } }
    }
    expect(type).toBe("object")
    for (const branch of properties.decision.anyOf) expect(Object.keys(branch.properties)[0]).toBe("type")
  })
})

describe.each(TEXT_DIALECTS)("consecutive answers in %s", (name) => {
  const said = (words: string): Message => ({ role: "assistant", text: words, reasoning: [], calls: [] })
  const asked: Message = { role: "user", parts: [text("Do it.")] }
  // A nudge separates them in one request only: afterwards the answers are adjacent.
  const answers = [said("First."), said("Second."), said("Third.")]
  const ended: Message = { role: "user", parts: [text("And?")] }

  it("are joined, so that roles alternate as chat templates demand", () => {
    const called: Message = { ...said("Fourth."), calls: [{ id: "1", name: "fs__list", arguments: {} }] } as Message
    const listed: Message = { role: "tool", call: "1", name: "fs__list", parts: [text("a.txt")], failed: false }
    const history = [asked, ...answers, called, listed, ended]
    const written = dialectNamed(name).write(request(history), { jsonSchema: false })
    expect(openAiObjections(toOpenAiMessages(request(history, TOOLS)), { alternates: true })).not.toEqual([])
    expect(openAiObjections(toOpenAiMessages(written), { alternates: true })).toEqual([])
    expect(written.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"])
    for (const words of ["First.", "Second.", "Third.", "Fourth.", "fs"])
      expect(shown(written.messages[1])).toContain(words)
  })

  it("are written once, and stay the same object until an answer is added", () => {
    const dialect = dialectNamed(name)
    const write = (messages: readonly Message[]) => dialect.write(request(messages), { jsonSchema: false }).messages
    const first = write([asked, ...answers, ended])
    expect(write([asked, ...answers, ended, said("More.")]).slice(0, 2)).toEqual(first.slice(0, 2))
    expect(write([asked, ...answers, ended, said("More.")])[1]).toBe(first[1])
    const longer = write([asked, ...answers, said("Fourth.")])
    expect(shown(longer[1]).startsWith(shown(first[1]))).toBe(true)
  })
})

describe("the example call of the structured dialect", () => {
  const named = (...names: readonly string[]) =>
    names.map((each): ToolDefinition => ({ name: each, description: "", inputSchema: { type: "object" } }))
  const example = (...names: readonly string[]) =>
    /To use a tool:\n.*?"type":"([^"]*)"/.exec(
      dialectNamed("structured").write(request([], named(...names)), { jsonSchema: false }).system,
    )?.[1]

  it.each([
    ["read_file", ["delete_file", "move_file", "read_file"]],
    ["fs__list", ["delete_file", "fs__list"]],
    ["getUser", ["deleteUser", "getUser"]],
    ["read_file", ["check_and_delete", "read_file"]],
    ["frobnicate", ["delete_file", "frobnicate"]],
    ["delete_file", ["delete_file", "move_file"]],
  ])("is %s of %j: a tool that only reads, if there is one", (expected, names) => {
    expect(example(...names)).toBe(expected)
  })
})
