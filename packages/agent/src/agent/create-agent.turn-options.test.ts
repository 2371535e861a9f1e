// Options of a single turn: its model and its tools. They are in the log, so they hold in any process.
import { afterEach, describe, expect, it } from "vitest"
import type { Fact } from "../contracts/fact.ts"
import type { Model } from "../contracts/model.ts"
import { call, scripted } from "../model/scripted.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function agentWith(options: AgentOptions) {
  const agent = await createAgent(options)
  open.push(agent)
  return agent
}

const saying = (name: string): Model => scripted(() => `I am ${name}.`, { name })
const down = (name: string): Model => ({
  name,
  ask: async () => ({ kind: "failure", error: { class: "config", code: "wrong", message: `${name} is wrong.` } }),
})

/** The models that were asked, turn by turn. */
async function asked(session: Session): Promise<readonly string[]> {
  return (await session.facts()).flatMap((fact) => (fact.type === "model-asked" ? [`${fact.turn} ${fact.model}`] : []))
}

describe("the model of a turn", () => {
  it.each<[string, (fast: Model) => Model | string]>([
    ["by its name", () => "fast"],
    ["itself", (fast) => fast],
  ])("is used for this turn only, given %s", async (_how, given) => {
    const fast = { ...saying("fast"), window: 9000 }
    const agent = await agentWith({ model: [saying("main"), saying("spare")], models: [fast] })
    const session = await agent.open()
    expect((await session.ask("one")).text).toBe("I am main.")
    expect((await session.ask("two", { model: given(fast) })).text).toBe("I am fast.")
    expect((await session.ask("three")).text).toBe("I am main.")
    const facts = await session.facts()
    expect(facts.flatMap((fact) => (fact.type === "turn-started" ? [fact.model] : []))).toEqual([
      undefined,
      { name: "fast", window: 9000 },
      undefined,
    ])
    const windows = facts.flatMap((fact) => (fact.type === "model-asked" ? [fact.budget?.window] : []))
    expect(windows).toEqual([128_000, 9000, 128_000])
  })

  it("may be another model of the chain", async () => {
    const session = await (await agentWith({ model: [saying("main"), saying("spare")] })).open()
    expect((await session.ask("one", { model: "spare" })).text).toBe("I am spare.")
  })

  it("that fails is not replaced by the chain, and the chain does not count as down for it", async () => {
    const agent = await agentWith({ model: [saying("main"), saying("spare")], models: [down("fast")] })
    const session = await agent.open()
    expect(await session.ask("one", { model: "fast" })).toMatchObject({ outcome: "failed", error: { code: "wrong" } })
    expect((await session.ask("two")).text).toBe("I am main.")
    expect(await asked(session)).toEqual(["1 fast", "2 main"])
  })

  it("is kept by a retry", async () => {
    let isUp = false
    const up = saying("fast")
    const fast: Model = { ...up, ask: (request, how) => (isUp ? up : down("fast")).ask(request, how) }
    const session = await (await agentWith({ model: saying("main"), models: [fast] })).open()
    await session.ask("one", { model: "fast", tools: [] })
    isUp = true
    expect(await (await session.retry()).result()).toMatchObject({ outcome: "completed", text: "I am fast." })
    expect((await session.facts()).findLast(({ type }) => type === "turn-started")).toMatchObject({ tools: [] })
  })

  it("that another process does not have fails the turn and says what to do", async () => {
    const store = memory()
    const sender = await agentWith({ model: saying("main"), models: [saying("fast")], store, run: "none" })
    const turn = (await sender.open({ id: "s" })).send("one", { model: "fast" })
    await turn.accepted()
    const session = await (await agentWith({ model: saying("main"), store })).open({ id: "s" })
    const { outcome, error } = await turn.result()
    expect({ outcome, code: error?.code }).toEqual({ outcome: "failed", code: "model-missing" })
    expect(error?.message).toContain('"fast"')
    expect((await session.ask("two")).text).toBe("I am main.")
  })

  it("that the agent was not given is refused, and nothing is sent", async () => {
    const session = await (await agentWith({ model: saying("main") })).open()
    for (const model of ["fast", saying("fast")])
      await expect(session.ask("one", { model })).rejects.toMatchObject({
        code: "input-invalid",
        message: expect.stringContaining('Pass the model to createAgent in the option "models"'),
      })
    expect(await session.facts()).toHaveLength(1)
  })

  it.each([
    ["no list", { models: saying("a") }, 'models: a list of models, or of "provider:name"'],
    ["two of one name", { models: [saying("a"), saying("a")] }, 'models: two models are named "a"'],
    ["one of the name of the agent's own", { models: [saying("main")] }, 'two models are named "main"'],
    [
      "none, and a kind has one of that name",
      { delegation: { kinds: { quick: { about: "", model: saying("main") } } } },
      'two models are named "main"',
    ],
  ])("models is refused when it holds %s", async (_what, more, problem) => {
    const options = { model: saying("main"), ...more } as AgentOptions
    await expect(createAgent(options)).rejects.toMatchObject({
      code: "config-invalid",
      message: expect.stringContaining(problem),
    })
  })
})

describe("a model or a tool that a turn cannot have", () => {
  it.each<[string, object, string]>([
    ["another object of a known name", { model: saying("fast") }, 'was given another model named "fast"'],
    ["null", { model: null }, 'model: pass a model, or "provider:name"'],
    ["a list", { model: [saying("fast")] }, 'model: pass a model, or "provider:name"'],
    ["a tool's name, mistyped", { tools: ["lookUp"] }, 'There is no tool "lookUp". Nothing was sent. Write "look_up".'],
  ])("is refused, and nothing is sent: %s", async (_what, options, words) => {
    const look = tool({ name: "look_up", description: "", input: { type: "object" }, effect: "read", run: () => "" })
    const session = await (await agentWith({ model: saying("main"), models: [saying("fast")], tools: [look] })).open()
    const refused = { code: "input-invalid", message: expect.stringContaining(words) }
    await expect(session.ask("one", options)).rejects.toMatchObject(refused)
    expect(await session.facts()).toHaveLength(1)
  })

  it("may have the name of a tool that a server lists later", async () => {
    const session = await (await agentWith({ model: saying("main") })).open()
    expect((await session.ask("one", { tools: ["server__later"] })).text).toBe("I am main.")
  })
})

describe("a child of a turn with a model and tools of its own", () => {
  it("has no other model and no other tools", async () => {
    const offered: string[] = []
    const small = scripted(
      ({ said, results, request }) => {
        if (said === "Look it up.") offered.push(...request.tools.map(({ name }) => name))
        if (said === "Look it up." || results.length > 0) return "found"
        return { calls: [call("delegate", { task: "Look it up.", title: "Look" })] }
      },
      { name: "small" },
    )
    const wipe = tool({ name: "wipe", description: "", input: { type: "object" }, effect: "once", run: () => "gone" })
    const agent = await agentWith({ model: saying("main"), models: [small], tools: [wipe], delegation: true })
    const session = await agent.open()
    expect((await session.ask("one", { model: small, tools: ["delegate"] })).text).toBe("found")
    expect(offered).not.toContain("wipe")
  })
})

describe("a kind of child with a model of its own", () => {
  it.each<[string, Partial<AgentOptions>, Model | string]>([
    ["as a model", {}, saying("fast")],
    ["by a name that the agent was given", { models: [saying("fast")] }, "fast"],
  ])("is answered by it, given %s", async (_how, more, model) => {
    const main = scripted(
      ({ results }) =>
        results[0]?.text ?? { calls: [call("delegate", { task: "Look it up.", kind: "quick", title: "Look" })] },
      { name: "main" },
    )
    const kinds = { quick: { about: "answers fast.", model } }
    const session = await (await agentWith({ model: main, ...more, delegation: { kinds } })).open()
    expect((await session.ask("go")).text).toContain("I am fast.")
    expect(await asked(session)).toEqual(["1 main", "1 main"])
  })
})

const named = (name: string) =>
  tool({ name, description: name, input: { type: "object" }, effect: "read", run: () => `${name} ran` })

const offered = scripted(({ request, said, results }) =>
  said === "call b" && results.length === 0
    ? { calls: [call("b")] }
    : [...results.map(({ text }) => text), ...request.tools.map(({ name }) => name)].join(", "),
)

describe("the tools of a turn", () => {
  const options = { model: offered, tools: [named("a"), named("b"), named("c__one"), named("c__two")] }
  const bare = { ...options, tasks: false, questions: false, profile: "chat-service" } as const

  it.each<[readonly string[] | undefined, string]>([
    [undefined, "a, b, c__one, c__two"],
    [["a", "none"], "a"],
    [["c__*", "b"], "b, c__one, c__two"],
    [[], ""],
  ])("%j are offered as %j, and the next turn has all", async (tools, expected) => {
    const session = await (await agentWith({ ...bare, onlyTools: ["a", "b", "c__*"], finish: false })).open()
    await session.ask("say", tools === undefined ? {} : { tools })
    const request = (await session.facts()).find((fact) => fact.type === "turn-started")
    expect(request).toEqual(expect.objectContaining(tools === undefined ? { turn: 1 } : { tools }))
    const said = (await session.messages()).findLast(({ role }) => role === "assistant")
    if (expected !== "") expect(said).toMatchObject({ text: expected })
    expect((await session.ask("say")).text).toBe("a, b, c__one, c__two")
  })

  it("are all that run: a call of another is refused, and the model is told", async () => {
    const session = await (await agentWith({ ...bare, onlyTools: ["a", "b"] })).open()
    expect((await session.ask("call b", { tools: ["a"] })).text).toBe(
      'Not run: "b" may not be used in this turn. Go on with the tools that you are offered., a',
    )
    const finished = (fact: Fact) => fact.type === "tool-finished"
    expect((await session.facts()).find(finished)).toMatchObject({ outcome: "refused", code: "tool-not-allowed" })
    expect((await session.ask("call b")).text).toBe("b ran, a, b")
  })

  it("keep what ends a turn", async () => {
    const model = scripted(({ request }) => ({
      calls: [call("task_completion", { result: request.tools.map(({ name }) => name).join(", ") })],
    }))
    const session = await (
      await agentWith({ model, tools: [named("a"), named("b")], profile: "xml-tools", dialect: "native" })
    ).open()
    const { text } = await session.ask("say", { tools: ["a"] })
    expect(text.split(", ")).toContain("a")
    expect(text.split(", ")).not.toContain("b")
    expect(text.split(", ")).toContain("task_completion")
  })

  it("must be a list of names", async () => {
    const session = await (await agentWith(options)).open()
    for (const tools of ["a", [""], [1]])
      await expect(session.ask("say", { tools: tools as never })).rejects.toMatchObject({ code: "input-invalid" })
    expect(await session.facts()).toHaveLength(1)
  })
})
