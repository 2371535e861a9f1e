// What tools and programs in plain JavaScript can put into a fact: whatever they pass, the turn ends and the log
// stays readable.
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { plainText } from "../contracts/content.ts"
import { shapeProblem } from "../kernel/fact-shape.ts"
import { modelFrom } from "../model/providers.ts"
import { call, scripted } from "../model/scripted.ts"
import type { Session } from "../session/handle.ts"
import { sqlite } from "../store/sqlite.ts"
import { type Tool, ToolFailure, tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const model = scripted(({ results }) =>
  results.length === 0 ? { calls: [call("odd")] } : `Heard: ${results[0]?.text}`,
)

/** A tool as written in plain JavaScript, without types. */
function odd(definition: Readonly<Record<string, unknown>>): Tool {
  const plain = { name: "odd", description: "", input: { type: "object" }, effect: "read", approval: false }
  return tool({ ...plain, run: () => "fine", ...definition } as never)
}

/** One turn with the tool, on disk: the last text, and a check that the whole log is readable. */
async function played(definition: Readonly<Record<string, unknown>>, approve: "ask" | "auto" = "auto") {
  const folder = mkdtempSync(join(tmpdir(), "pawl-doors-"))
  const store = await sqlite(join(folder, "pawl.db"))
  const agent = await createAgent({ store, model, tools: [odd(definition)], approve })
  try {
    const session = await agent.open()
    const outputs: unknown[] = []
    let text = ""
    for await (const event of session.send("go")) {
      if (event.type === "tool-output") outputs.push(event.text)
      if (event.type === "approval-requested") {
        expect([typeof event.preview, event.risk]).toEqual(["string", expect.stringMatching(/^(changes|unknown)$/)])
        await session.decide(event.call, "approve")
      }
      if (event.type === "question-asked") await session.answer(event.call, "an answer")
      if (event.type === "turn-end") text = event.text
    }
    const facts = await session.facts()
    expect(facts.flatMap((fact) => shapeProblem(fact, fact.type) ?? [])).toEqual([])
    expect(facts.filter(({ malformed }) => malformed !== undefined)).toEqual([])
    const [started] = facts.flatMap((fact) => (fact.type === "tool-started" ? [fact] : []))
    const [finished] = facts.flatMap((fact) => (fact.type === "tool-finished" ? [fact] : []))
    return { text, outputs, started, finished }
  } finally {
    await agent.close()
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

type Ask = Record<"ask" | "askModel" | "askApproval", (given: unknown, how?: unknown) => Promise<unknown>>

describe("a tool that asks with invalid arguments fails with an explanation", () => {
  const approval = { name: "x", arguments: {}, preview: "", risk: "changes", from: { session: "s", call: "c" } }
  it.each<readonly [string, keyof Ask, unknown, RegExp]>([
    [
      "a text",
      "ask",
      "Which one?",
      /context\.ask\(\{ question: "\.\.\." \}\) was called with a text instead of an object/,
    ],
    ["nothing", "ask", undefined, /called with nothing/],
    ["no question", "ask", { text: "Which?" }, /nothing as "question", which must be a text/],
    ["a number", "ask", { question: 7 }, /a number as "question"/],
    ["suggestions in a text", "ask", { question: "?", suggestions: "a, b" }, /"suggestions", which must be a list/],
    ["another otherwise", "ask", { question: "?", otherwise: {} }, /"otherwise"/],
    ["a child that is none", "ask", { question: "?", from: "me" }, /"from"/],
    ["a text to a model", "askModel", "Hello", /askModel\(\{ system, messages, blobs \}\) was called with a text/],
    ["messages that are none", "askModel", { system: "", messages: ["Hello"] }, /"messages"/],
    ["a text for an approval", "askApproval", "May I?", /askApproval\(\{ name, .* was called with a text/],
    ["another risk", "askApproval", { ...approval, risk: "high" }, /"risk", which must be "changes"/],
    ["an approval without arguments", "askApproval", { ...approval, arguments: "x" }, /"arguments"/],
  ])("with %s", async (_, how, given, says) => {
    const { text, finished } = await played({ run: async (_input: unknown, context: Ask) => context[how](given) })
    expect(finished).toMatchObject({ outcome: "error", code: "tool-failed" })
    expect(text).toMatch(/^Heard: Tool "odd" failed: its context\./)
    expect(text).toMatch(says)
  })

  it("with an invalid signal", async () => {
    const run = async (_: unknown, { ask }: Ask) => ask({ question: "?" }, { signal: "stop" })
    expect((await played({ run })).finished).toMatchObject({ outcome: "error" })
  })

  it("unless the invalid fields are only superfluous, which are left out", async () => {
    const run = async (_: unknown, { ask }: Ask) => ask({ question: "Which?", call: "other", type: "turn-finished" })
    expect((await played({ run })).text).toBe("Heard: an answer")
  })
})

it("output of a running tool is text, whatever it passes", async () => {
  const run = (_: unknown, { output }: { readonly output: (given: unknown) => void }) => {
    for (const each of ["a", 1, { b: 2 }, undefined, null, 10n, Symbol("c")]) output(each)
    return "done"
  }
  const { outputs, text } = await played({ run })
  expect(outputs.join("")).toBe('a1{"b":2}10Symbol(c)')
  expect(text).toBe("Heard: done")
})

describe("a tool definition in plain JavaScript", () => {
  it.each([
    ["a question that is a text", { question: () => "Which?" }, /the question of "odd" must be/],
    ["suggestions that are none", { question: () => ({ question: "?", suggestions: [1] }) }, /the question of "odd"/],
    ["last words that are a text", { lastWords: () => "Bye" }, /the last words of "odd" must be/],
  ])("with %s makes the call fail", async (_, definition, says) => {
    expect((await played(definition)).text).toMatch(says)
  })

  it.each([
    ["an effect that is computed to another name", { effect: () => "write" }],
    ["an effect that is computed to nothing", { effect: () => undefined }],
  ])("with %s counts as effect once", async (_, definition) => {
    expect((await played(definition)).started).toMatchObject({ effect: "once" })
  })

  it.each([
    ["a preview that is none", { preview: () => ({ a: 1 }) }],
    ["a risk of another name", { risk: "high" }],
    ["what it touches in a text", { touches: () => "a.txt" }],
    ["what it touches in numbers", { touches: () => [1, "a.txt"] }],
  ])("with %s is offered and runs", async (_, definition) => {
    expect((await played({ effect: "once", approval: true, ...definition }, "ask")).text).toBe("Heard: fine")
  })

  it("that refuses with an invalid value is reported as text", async () => {
    expect((await played({ refuses: () => ({ message: 5 }) })).finished).toMatchObject({ code: "tool-failed" })
  })

  it.each([
    ["a code that is none", new ToolFailure(7 as never, "no"), { outcome: "error", code: "tool-failed" }],
    ["an outcome that is none", new ToolFailure("x", "no", "ok" as never), { outcome: "error", code: "x" }],
    ["a message that is none", new ToolFailure("x", { a: 1 } as never), { outcome: "error", code: "x" }],
    ["no error at all", { not: "an error" }, { outcome: "error", code: "tool-failed" }],
  ])("that fails with %s", async (_, thrown, wanted) => {
    const run = () => {
      throw thrown
    }
    expect((await played({ run })).finished).toMatchObject(wanted)
  })

  it.each([
    ["parts with more than they need", [{ type: "text", text: "a", more: 1n, self: globalThis }], "a"],
    ["a part with a name that is none", [{ type: "bytes", mime: "a/b", bytes: new Uint8Array(1), name: 5 }], "a/b"],
    ["parts that are none", [{ type: "text" }], '[{"type":"text"}]'],
    ["a big number", 5n, "result is a bigint"],
    [
      "itself",
      (() => {
        const self: unknown[] = []
        self.push(self)
        return self
      })(),
      "result[0] is result again, in a cycle",
    ],
    ["a function", () => 1, "result is a function"],
    ["a symbol", Symbol("s"), "result is a symbol"],
  ])("that returns %s", async (_, output, says) => {
    const { finished } = await played({ run: () => output })
    expect(plainText(finished?.content ?? [])).toContain(says)
  })
})

describe("a program in plain JavaScript", () => {
  const opened = async () => {
    const agent = await createAgent({ model: scripted(() => "fine") })
    return { agent, session: await agent.open() }
  }

  it.each<readonly [string, (session: Session) => Promise<unknown>]>([
    ["an answer that is a number", (session) => session.answer("c", 5 as never)],
    ["no answer", (session) => session.answer("c", undefined as never)],
    ["a reason that is none", (session) => session.decide("c", "deny", { reason: {} as never })],
    ["arguments in a text", (session) => session.decide("c", "approve", { arguments: "x" as never })],
    ["arguments that are no JSON", (session) => session.decide("c", "approve", { arguments: { a: 1n } as never })],
    ["a focus that is none", (session) => session.compact({ focus: 5 as never })],
    ["a sender that is no string", (session) => session.cancel({ by: 5 as never })],
    ["an id that is none", (session) => session.ask("hello", { id: 5 as never })],
  ])("is refused with %s", async (_, act) => {
    const { agent, session } = await opened()
    await expect(act(session)).rejects.toMatchObject({ code: "input-invalid" })
    expect((await session.ask("hello")).text).toBe("fine")
    await agent.close()
  })

  it.each(["owner", "title", "instructions"])("cannot open a session whose %s is not a string", async (field) => {
    const { agent } = await opened()
    await expect(agent.open({ [field]: 5 as never })).rejects.toMatchObject({ code: "input-invalid" })
    await agent.close()
  })

  it("cannot have a model without a name", async () => {
    const nameless = { ask: model.ask } as never
    await expect(createAgent({ model: nameless })).rejects.toMatchObject({ code: "config-invalid" })
  })
})

describe("options of createAgent that are of another kind", () => {
  it.each<[string, unknown]>([
    ["clock", {}],
    ["clock", null],
    ["ids", { next: 5 }],
    ["contextProviders", {}],
    ["plugins", "./my-plugin.ts"],
    ["profile", {}],
    ["profile", 5],
    ["profile", null],
    ["delegation", null],
    ["orchestrate", null],
  ])("are refused by name: %s as %j", async (name, value) => {
    const creating = createAgent({ model, [name]: value } as never)
    await expect(creating).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining(`Correct these: ${name}: `),
    })
  })

  it.each([undefined, null, 5])("modelFrom(%j) says what to write", (spec) => {
    const says = { code: "config-invalid", message: expect.stringContaining('Write modelFrom("openai:') }
    expect(() => modelFrom(spec as never)).toThrow(expect.objectContaining(says))
  })
})
