import { describe, expect, it } from "vitest"
import type { Answer, Failure, Reply } from "../../contracts/answer.ts"
import { text } from "../../contracts/content.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { dialectNamed, dialects, speaking } from "./dialects.ts"

const TOOLS = [
  { name: "read_file", description: "Reads.", inputSchema: { type: "object" } },
  { name: "git_hub__create", description: "Creates.", inputSchema: { type: "object" } },
]
const request: ModelRequest = {
  system: "",
  messages: [{ role: "user", parts: [text("Go")] }],
  tools: TOOLS,
  blobs: new Map(),
}
const silent: Answer = { kind: "answer", text: "", reasoning: [], calls: [], problems: [], stop: "end" }

interface Spoken {
  readonly reply: Reply
  readonly told: string
  readonly thinking: string
  readonly asked: ModelRequest | undefined
}

/** The result when a model streams these pieces and then replies. */
async function speak(
  dialect: string,
  pieces: readonly string[],
  reply: Partial<Answer> | Failure = {},
  model: Partial<Model> = {},
): Promise<Spoken> {
  let [told, thinking] = ["", ""]
  let asked: ModelRequest | undefined
  const inner: Model = {
    name: "inner",
    ...model,
    ask: async (given, how) => {
      asked = given
      for (const piece of pieces) how.onText(piece)
      return "error" in reply ? reply : { ...silent, text: pieces.join(""), ...reply }
    },
  }
  const spoken = await speaking(inner, dialectNamed(dialect)).ask(request, {
    signal: new AbortController().signal,
    onText: (delta) => {
      told += delta
    },
    onReasoning: (delta) => {
      thinking += delta
    },
  })
  return { reply: spoken, told, thinking, asked }
}

describe("speaking", () => {
  it("writes requests in the dialect and parses answers from it", async () => {
    const { reply, told, thinking, asked } = await speak("hermes", [
      "<think>hm</th",
      "ink>Let me see.",
      '<tool_call>{"name": "read_file", "arg',
      'uments": {"path": "a"}}</tool_call>',
    ])
    expect(asked?.tools).toEqual([])
    expect(asked?.system).toContain("<tool_call>")
    expect(told).toBe("Let me see.")
    expect(thinking).toBe("hm")
    expect(reply).toMatchObject({
      kind: "answer",
      text: "Let me see.",
      calls: [{ name: "read_file", arguments: { path: "a" } }],
      problems: [],
      stop: "tool-calls",
    })
  })

  it("keeps the model's name and capabilities", () => {
    const inner: Model = { name: "inner", takesAnswerSchema: true, ask: async () => silent }
    expect(speaking(inner, dialectNamed("xml"))).toMatchObject({ name: "inner", takesAnswerSchema: true })
  })

  it("sends an answer schema only to a model that takes one", async () => {
    expect((await speak("structured", ["{}"])).asked).not.toHaveProperty("answerSchema")
    expect((await speak("structured", ["{}"], {}, { takesAnswerSchema: true })).asked).toHaveProperty("answerSchema")
  })

  it.each([
    ["github", "create", "github__create"],
    ["git.hub", "create", "git_hub__create"],
    ["local", "read_file", "read_file"],
  ])("uses Pawl's full name for the tool of server %s: %s (F5)", async (server, tool, expected) => {
    const { reply } = await speak("xml-json", [`<tool>{"server_name": "${server}", "tool_name": "${tool}"}</tool>`])
    expect(reply).toMatchObject({ calls: [{ name: expected, arguments: {} }] })
    expect(reply.kind === "answer" && reply.calls[0]).not.toHaveProperty("server")
  })

  it("returns native calls before written ones", async () => {
    const { reply } = await speak("bracket", ["[fs.read(path=1)]"], {
      calls: [{ name: "first", arguments: {} }],
      stop: "tool-calls",
    })
    expect(reply).toMatchObject({ calls: [{ name: "first" }, { name: "fs__read", arguments: { path: 1 } }] })
  })

  it("reports its own problems beside the provider's", async () => {
    const theirs = { code: "theirs", message: "m" }
    const { reply } = await speak("hermes", ["<tool_call>nonsense</tool_call>"], { problems: [theirs] })
    expect(reply).toMatchObject({ text: "", calls: [], stop: "end", problems: [theirs, { code: "malformed-json" }] })
  })

  it("keeps the max-tokens stop reason, whatever calls the answer holds", async () => {
    const { reply } = await speak("pythonic", ["Tool: fs.read\nArguments: {}"], { stop: "max-tokens" })
    expect(reply).toMatchObject({ calls: [{ name: "fs__read" }], stop: "max-tokens" })
  })

  it.each([
    ["pythonic", "Tool: fs.read\nArguments:"],
    ["pythonic", "Tool: fs.read"],
    ["pythonic", 'Tool: fs.read\nArguments: {"path":"/home/u"'],
    ["pythonic", 'Tool: fs.read\nArguments: {"path":"/home/u",'],
    ["pythonic", 'Tool: fs.read\nArguments: {"path":{"a":1}'],
    ["pythonic", "Tool: fs.read\nArguments: path=/home/u/pro"],
    ["pythonic", "Tool: fs.read\nArguments: amount=12"],
    ["structured", '{"type":"tool","server":"fs","tool":"read"'],
    ["structured", '{"type":"tool","server":"fs","tool":"read","arguments":{"path":"/home/u"'],
    ["structured", '{"type":"tool","server":"fs","tool":"read","arguments":{"path":"/home/u"}'],
  ])("in %s does not make a call that the output limit may have cut: %s", async (dialect, text) => {
    const { reply } = await speak(dialect, [text], { stop: "max-tokens" })
    expect(reply).toMatchObject({ calls: [], stop: "max-tokens", problems: [{ code: "unclosed" }] })
  })

  it("makes the same call without arguments if the model ended the answer itself", async () => {
    const { reply } = await speak("pythonic", ["Tool: fs.read\nArguments:"], { stop: "end" })
    expect(reply).toMatchObject({ calls: [{ name: "fs__read", arguments: {} }], problems: [] })
  })

  it("parses the reply if the model streamed nothing", async () => {
    const { reply, told } = await speak("xml", [], { text: "Hm. <tool><tool_name>read_file</tool_name></tool>" })
    expect(told).toBe("Hm. ")
    expect(reply).toMatchObject({ text: "Hm. ", calls: [{ name: "read_file" }] })
  })

  it("fails with the emitted text, and without half a call", async () => {
    const failure: Failure = {
      kind: "failure",
      error: { class: "network", code: "reset", message: "m" },
      text: "Well. <tool>{",
    }
    const { reply, told } = await speak("xml", ["Well. ", "<tool>{"], failure)
    expect(told).toBe("Well. ")
    expect(reply).toEqual({ ...failure, text: "Well. " })
    const { text: _raw, ...bare } = failure
    expect((await speak("xml", ["<tool>{"], failure)).reply).toEqual(bare)
  })
})

describe("dialectNamed", () => {
  it("makes each dialect by its name, and describes it in one line", () => {
    for (const { name, about } of dialects) {
      expect(dialectNamed(name).name).toBe(name)
      expect(about).toMatch(/^\S.{10,100}$/)
    }
  })

  it("lists the dialects when the name is unknown", () => {
    expect(() => dialectNamed("latin")).toThrow(/no dialect "latin".*native, xml, .*hermes/)
  })
})
