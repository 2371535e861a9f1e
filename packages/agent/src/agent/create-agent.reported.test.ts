// What the model and the user get to see, through the public API: errors, traces, reasons, thinking, open tasks.
import { mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { type Part, plainText } from "../contracts/content.ts"
import type { Event } from "../contracts/event.ts"
import type { FailureRecord } from "../contracts/failure-record.ts"
import type { Model, ModelRequest } from "../contracts/model.ts"
import { call, type ScriptReply, scripted } from "../model/scripted.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const folder = () => realpathSync(mkdtempSync(join(tmpdir(), "pawl-told-")))

/** Plays these answers, one per request. */
function playing(...replies: readonly ScriptReply[]) {
  let asked = 0
  return scripted(() => replies[Math.min(asked++, replies.length - 1)] ?? "")
}

async function turn(options: AgentOptions, said = "Go.") {
  await using agent = await createAgent({ approve: "auto", ...options })
  const session = await agent.open()
  const events: Event[] = []
  const stream = session.send(said)
  for await (const event of stream) events.push(event)
  return { events, facts: await session.facts(), result: await stream.result(), info: await session.info() }
}

const xml = (name: string, fields: string) =>
  `<tool><tool_name>${name}</tool_name><arguments>${fields}</arguments></tool>`
const completion = xml("task_completion", "<result>Done.</result>")

describe("M6: a tool that fails", () => {
  const throwing = (error: () => unknown) =>
    tool({
      name: "t",
      description: "Fails.",
      input: { type: "object" },
      effect: "read",
      run: () => {
        throw error()
      },
    })
  const made = (message: string, fields: object) => Object.assign(new Error(message), fields)
  const speak: Readonly<Record<string, readonly [ScriptReply, ScriptReply]>> = {
    default: [{ calls: [call("t")] }, "It failed."],
    "structured-react": ['{"type":"t","arguments":{}}', '{"type":"FinalResponse","answer":"It failed."}'],
    "xml-tools": [xml("t", ""), xml("converse", "<message>It failed.</message>")],
  }

  it.each(Object.keys(speak))(
    "gives the model an observation by its kind in profile %s, and the turn goes on",
    async (profile) => {
      const kinds: readonly (readonly [string, unknown])[] = [
        ["file-failed", made("ENOENT: no such file, open '/srv/app/secret.txt'", { code: "ENOENT" })],
        ["permission-denied", made("EACCES: permission denied, open '/srv/app/secret.txt'", { code: "EACCES" })],
        ["authentication-failed", made("https://internal.example/secret said no", { status: 401 })],
        ["network-failed", made("fetch failed", { cause: made("connect", { code: "ECONNREFUSED" }) })],
        ["tool-failed", new Error("Broken: sk-secret12345678\n    at f (/srv/app/secret.js:1:2)")],
      ]
      const seen = new Set<string>()
      for (const [code, error] of kinds) {
        const model = playing(...(speak[profile] ?? []))
        const { facts, result } = await turn({ model, profile, tools: [throwing(() => error)], workspace: folder() })
        const finished = facts.find((fact) => fact.type === "tool-finished")
        expect(finished).toMatchObject({ outcome: "error", code })
        expect(JSON.stringify(facts)).not.toMatch(/secret|internal\.example| at f /)
        expect(result).toMatchObject({ outcome: "completed", text: "It failed." })
        seen.add(plainText((finished as { content: readonly Part[] }).content))
      }
      expect(seen.size).toBe(kinds.length)
    },
  )

  it("has its error cleaned also when it is a tool of an MCP server", async () => {
    const work = folder()
    const server = join(work, "server.mjs")
    writeFileSync(server, MCP_SERVER)
    const mcp = { mcpServers: { odd: { command: process.execPath, args: [server] } } }
    const model = playing({ calls: [call("odd__fail", { path: "/data/mine.csv" }), call("odd__refuse")] }, "It failed.")
    const { facts } = await turn({ model, mcp, workspace: work })
    const words = facts.flatMap((fact) => (fact.type === "tool-finished" ? [plainText(fact.content)] : []))
    expect(words.join("\n")).not.toMatch(/\/srv|internal\.example|sk-secret|line 3|secret\(\)/)
    expect(facts.find((fact) => fact.type === "tool-finished" && fact.name === "odd__fail")).toMatchObject({
      code: "file-failed",
      content: [{ text: expect.stringContaining("No such file or directory: '[path]', wanted /data/mine.csv") }],
    })
  })

  it("reports the full error to observers, with stack and trace, but without known secrets", async () => {
    const failures: FailureRecord[] = []
    const observe = [{ hear() {}, failure: (record: FailureRecord) => void failures.push(record) }]
    const error = made("No /srv/app/x at https://internal.example", { cause: new TypeError("deep down") })
    const model = playing({ calls: [call("t")] }, "It failed.")
    const { facts, result } = await turn({ model, tools: [throwing(() => error)], observe })
    const { trace } = result
    expect(failures).toMatchObject([
      { kind: "tool-failure", tool: "t", code: "tool-failed", trace, call: "call_1_1_1_0" },
    ])
    expect(failures[0]?.error).toMatchObject({ message: error.message, cause: { name: "TypeError" } })
    expect(failures[0]?.error.stack).toContain("create-agent.reported.test.ts")
    expect(JSON.stringify(facts)).not.toContain("create-agent.reported.test.ts")
  })
})

const MCP_SERVER = `
import { createInterface } from "node:readline"
const TRACEBACK = 'Traceback (most recent call last):\\n  File "/srv/app/secret.py", line 3, in f\\n    secret()\\n'
const tools = ["fail", "refuse"].map((name) => ({ name, description: name, annotations: { readOnlyHint: true }, inputSchema: { type: "object", properties: { path: { type: "string" } } } }))
const results = {
  fail: (path) => ({ result: { isError: true, content: [{ type: "text", text: TRACEBACK + "FileNotFoundError: [Errno 2] No such file or directory: '/srv/app/x', wanted " + path }] } }),
  refuse: () => ({ error: { code: -32000, message: "no sk-secret12345678 for https://internal.example/x" } }),
}
createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const say = (more) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, ...more }) + "\\n")
  if (method === "initialize") return say({ result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "odd", version: "1" } } })
  if (method === "tools/list") return say({ result: { tools } })
  if (method === "tools/call") return say(results[params.name](params.arguments?.path))
  say({ error: { code: -32601, message: "no such method" } })
})
`

describe("T20: a turn that fails", () => {
  const message = `Bearer abcdefgh12345678 and sk-abcdefgh12345678 at https://llm.internal.example/v1 ${"x".repeat(900)}`
  const failing: Model = {
    name: "m",
    ask: async () => ({ kind: "failure", error: { class: "auth", code: "no", message } }),
  }

  it.each(["chat-service", "default"])(
    "stores and shows no secret and no internal address, in 500 characters at most, in profile %s",
    async (profile) => {
      const { facts, events, result, info } = await turn({ model: failing, profile })
      expect(result.outcome).toBe("failed")
      const told = [
        result.error?.message,
        info.error,
        ...events.flatMap((e) => (e.type === "error" ? [e.message] : [])),
      ]
      const stored = facts.flatMap((fact) => (fact.type === "model-failed" ? [fact.error.message] : []))
      for (const words of [...told, ...stored]) expect(words?.length).toBeLessThanOrEqual(500)
      expect(JSON.stringify([result, events, facts, info])).not.toMatch(/abcdefgh|internal\.example/)
    },
  )

  it("reports to observers where it failed", async () => {
    const failures: FailureRecord[] = []
    const observe = [{ hear() {}, failure: (record: FailureRecord) => void failures.push(record) }]
    const { result } = await turn({ model: failing, profile: "chat-service", observe })
    expect(failures).toMatchObject([{ kind: "model-failure", model: "m", attempt: "1.1.1", trace: result.trace }])
    expect(failures[0]?.error.message).toContain("https://llm.internal.example/v1")
    expect(failures[0]?.error.message).not.toContain("abcdefgh")
  })
})

describe("M1: the trace of a turn", () => {
  it("is in its result and in each of its events, and in no other turn's", async () => {
    await using agent = await createAgent({ model: playing({ thinking: "hm", text: "Hello." }) })
    const session = await agent.open()
    const first = await session.ask("One.")
    const second = session.send("Two.")
    const events: Event[] = []
    for await (const event of second) events.push(event)
    const { trace } = await second.result()
    expect(first.trace).toMatch(/^\S{20,}$/)
    expect(trace).not.toBe(first.trace)
    expect(new Set(events.map((event) => event.trace))).toEqual(new Set([trace]))
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(["text-delta", "thinking-delta", "turn-end"]))
  })

  it("is in error and turn-end of a turn that failed, and in its result", async () => {
    const model = playing({ error: { class: "auth", code: "no", message: "No." } })
    const { events, result } = await turn({ model })
    const ends = events.filter(({ type }) => type === "error" || type === "turn-end")
    expect(result.trace).toMatch(/^\S{20,}$/)
    expect(ends.map(({ type, trace }) => [type, trace])).toEqual([
      ["error", result.trace],
      ["turn-end", result.trace],
    ])
  })

  it("is known to a subscriber that joins in the middle of a long turn", async () => {
    const calls = Array.from({ length: 150 }, () => ({ calls: [call("look")] }))
    const look = tool({
      name: "look",
      description: "d",
      input: { type: "object" },
      effect: "read",
      run: () => `${Math.random()}`,
    })
    await using agent = await createAgent({ model: playing(...calls, "Done."), tools: [look], maxIterations: 200 })
    const session = await agent.open()
    const { trace } = await session.ask("Look.")
    expect(trace).toMatch(/^\S{20,}$/)
    const facts = await session.facts()
    expect(facts.length).toBeGreaterThan(500)
    for await (const event of session.events({ after: facts.length - 3 })) {
      expect(event.trace).toBe(trace)
      if (event.type === "turn-end") break
    }
  })
})

describe("M15: an approval of an external tool in structured-react", () => {
  const send = tool({
    name: "send",
    description: "Sends.",
    input: { type: "object" },
    effect: "once",
    run: () => "sent",
  })

  it.each([
    ['{"type":"send","thought":"Due, see [it](https://evil.example).","arguments":{}}', "Due, see it."],
    ['{"thought":"It is <b>due</b>.","tool_name":"send","args":{}}', "It is due ."],
    ['{"type":"send","arguments":{}}', "None was given."],
  ])("shows the model's thought, or says that there is none: %s", async (text, rationale) => {
    const model = playing(text, '{"type":"FinalResponse","answer":"Stopped."}')
    await using agent = await createAgent({ model, tools: [send], profile: "structured-react" })
    const session = await agent.open()
    for await (const event of session.send("Send it.")) {
      if (event.type !== "approval-requested") continue
      expect(event).toMatchObject({ name: "send", rationale })
      await session.decide(event.call, "deny")
    }
    const facts = await session.facts()
    expect(facts.filter(({ type }) => type === "tool-started")).toEqual([])
  })
})

describe("F14: thinking that a provider returns separately", () => {
  const thinkingModel = (text: string, seen: ModelRequest[], tellsAtOnce: boolean): Model => ({
    name: "m",
    async ask(request, how) {
      seen.push(request)
      if (tellsAtOnce) how.onReasoning("a secret thought")
      how.onText(text)
      const reasoning = [{ text: "a secret thought", signature: "secret-signature" }]
      return { kind: "answer", text, reasoning, calls: [], problems: [], stop: "end" }
    },
  })

  it.each([
    ["xml-tools", completion, true],
    ["xml-tools", completion, false],
    ["structured-react", '{"type":"FinalResponse","answer":"Done."}', true],
  ])("is published, and never stored or sent back, in %s", async (profile, text, tellsAtOnce) => {
    const seen: ModelRequest[] = []
    await using agent = await createAgent({ model: thinkingModel(text, seen, tellsAtOnce), profile })
    const session = await agent.open()
    const events: Event[] = []
    for await (const event of session.send("One.")) events.push(event)
    await session.ask("Two.")
    expect(events.flatMap((event) => (event.type === "thinking-delta" ? [event.text] : [])).join("")).toBe(
      "a secret thought",
    )
    expect(JSON.stringify([await session.facts(), seen.map(({ messages }) => messages)])).not.toContain("secret")
  })
})

describe("xml-tools", () => {
  it("F10, F15: emits a tool-call before a tool that ends the turn, and ask() returns the suggestions", async () => {
    const question = xml(
      "ask_question",
      "<question>Which?</question><suggestions><item>A</item><item>B</item></suggestions>",
    )
    const { events, result } = await turn({ model: playing(question), profile: "xml-tools" })
    const order = events.map(({ type }) => type)
    expect(order.slice(-5)).toEqual(["tool-call", "tool-result", "context-budget", "loop-end", "turn-end"])
    expect(events.find(({ type }) => type === "tool-call")).toMatchObject({
      name: "ask_question",
      ends: true,
      arguments: { question: "Which?", suggestions: ["A", "B"] },
    })
    expect(result).toMatchObject({ text: "Which?", suggestions: ["A", "B"] })
  })

  it("F15: a tool-error carries its code", async () => {
    const replies = [xml("read_file", "<path>none.txt</path>"), completion]
    const { events } = await turn({ model: playing(...replies), profile: "xml-tools", workspace: folder() })
    expect(events.find(({ type }) => type === "tool-error")).toMatchObject({ name: "read_file", code: "file-missing" })
  })

  it("F19: apply_diff is another name for edit_file", async () => {
    const workspace = folder()
    writeFileSync(join(workspace, "a.txt"), "one two")
    const fields = "<path>a.txt</path><old_text>two</old_text><new_text>three</new_text>"
    const { events } = await turn({
      model: playing(xml("apply_diff", fields), completion),
      profile: "xml-tools",
      workspace,
    })
    expect(events.find(({ type }) => type === "tool-result")).toMatchObject({ name: "edit_file" })
  })

  it("F23, F26: puts open tasks and passages of files into the turn's message, capabilities into the system prompt", async () => {
    const workspace = folder()
    writeFileSync(join(workspace, "letter.md"), "The zebra crossing is painted on Friday.")
    const seen: ModelRequest[] = []
    const replies = [
      xml("tasks", "<action>create</action><titles><item>Write the letter</item></titles>"),
      completion,
      completion,
    ]
    let asked = 0
    const model: Model = {
      name: "m",
      async ask(request) {
        seen.push(request)
        return {
          kind: "answer",
          text: replies[asked++] ?? completion,
          reasoning: [],
          calls: [],
          problems: [],
          stop: "end",
        }
      },
    }
    const retrieval = { folder: workspace, dataFolder: folder() }
    await using agent = await createAgent({ model, profile: "xml-tools", workspace, retrieval, approve: "auto" })
    const session = await agent.open()
    await session.ask("Plan it.")
    await session.ask("When is the zebra crossing painted?")
    const { system = "", messages = [] } = seen.at(-1) ?? {}
    const last = messages.findLast((message) => message.role === "user")
    const words = last?.role === "user" ? plainText(last.parts) : ""
    expect(words).toMatch(/<plan>[\s\S]*- task 1: Write the letter[\s\S]*<\/plan>/)
    expect(words).toContain("painted on Friday")
    expect(system).toContain("- In the working folder you can: list folders, read files")
    expect(system).not.toMatch(/Write the letter|painted on Friday/)
  })
})
