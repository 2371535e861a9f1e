// toolChoice: whether a turn has to begin with a call, or has none; for models that enforce it and for those that do not.
import { describe, expect, it } from "vitest"
import type { ModelRequest } from "../contracts/model.ts"
import { call, scripted } from "../model/scripted.ts"
import { profileNamed } from "../profiles/profiles.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import type { SendOptions } from "../session/handle-types.ts"
import { tool } from "../tools/tool.ts"
import { answering, sessionWith } from "./__fixtures__/answering.ts"
import { createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const toolNamed = (name: string) =>
  tool({ name, description: `Can ${name}.`, input: { type: "object" }, effect: "read", run: () => `${name} done` })
const tools = [toolNamed("look"), toolNamed("find")]
const calls = { calls: [call("look")] }

describe("toolChoice", () => {
  it.each(["required", { tool: "look" }] as const)(
    "%j applies to the first request of the turn",
    async (toolChoice) => {
      const { model, requests } = answering(calls, calls, "Done.", "Hello.")
      const session = await sessionWith({ model, tools })
      expect(await session.ask("go", { toolChoice })).toMatchObject({ outcome: "completed", text: "Done." })
      await session.ask("and now?")
      expect(requests.map((request) => request.toolChoice)).toEqual([toolChoice, undefined, undefined, undefined])
    },
  )

  it("of the agent applies to turns without a choice of their own", async () => {
    const { model, requests } = answering(calls, "Done.", "Hello.")
    const session = await sessionWith({ model, tools, toolChoice: "required" })
    await session.ask("go")
    await session.ask("and now?", { toolChoice: "auto" })
    expect(requests.map((request) => request.toolChoice)).toEqual(["required", undefined, undefined])
    const started = (await session.facts()).filter((fact) => fact.type === "turn-started")
    expect(started.map((fact) => fact.toolChoice)).toEqual(["required", undefined])
  })

  it("holds in a retry of the request", async () => {
    const requests: ModelRequest[] = []
    const script = scripted(({ request }) => {
      requests.push(request)
      if (requests.length === 1) return { error: { class: "network", code: "x", message: "Cut." }, retryAfterMs: 0 }
      return requests.length === 2 ? calls : "Done."
    })
    const session = await sessionWith({ model: script, tools })
    await session.ask("go", { toolChoice: "required" })
    expect(requests.map((request) => request.toolChoice)).toEqual(["required", "required", undefined])
  })

  it("asks again where the model calls nothing, at most twice", async () => {
    const { model, requests } = answering("I know.", "Really.", calls, "Done.")
    const session = await sessionWith({ model, tools })
    expect(await session.ask("go", { toolChoice: "required" })).toMatchObject({ text: "Done." })
    expect(requests.map((request) => request.toolChoice)).toEqual(["required", "required", "required", undefined])
    const facts = await session.facts()
    expect(facts.filter((fact) => fact.type === "nudged")).toMatchObject([
      { reason: "call-required", text: "Your answer calls no tool. Call a tool first." },
      { reason: "call-required" },
    ])
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it("fails the turn where the model never calls the tool", async () => {
    const { model } = answering("No.")
    const session = await sessionWith({ model, tools })
    expect(await session.ask("go", { toolChoice: { tool: "find" } })).toMatchObject({
      outcome: "failed",
      error: { code: "no-tool-call", message: expect.stringContaining('did not call "find"') },
    })
  })

  it("refuses a call of another tool where one is named", async () => {
    const { model } = answering(calls, { calls: [call("find")] }, "Done.")
    const session = await sessionWith({ model, tools })
    await session.ask("go", { toolChoice: { tool: "find" } })
    const facts = await session.facts()
    expect(facts.filter((fact) => fact.type === "tool-finished")).toMatchObject([
      { name: "look", outcome: "refused", code: "tool-not-allowed" },
      { name: "find", outcome: "ok" },
    ])
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  const strict = tool({
    name: "strict",
    description: "Takes a number.",
    input: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
    effect: "read",
    run: () => "strict done",
  })
  const other = { calls: [call("find")] }
  const wrong = { calls: [call("strict", { n: "x" })] }
  const right = { calls: [call("strict", { n: 1 })] }

  it.each([
    ["required", "a call that could not be run", wrong],
    [{ tool: "strict" }, "a call that could not be run", wrong],
    [{ tool: "strict" }, "a call of another tool", other],
  ] as const)("%j holds after %s", async (toolChoice, _what, first) => {
    const { model, requests } = answering(first, first, right, other, "Done.")
    const session = await sessionWith({ model, tools: [...tools, strict] })
    expect(await session.ask("go", { toolChoice })).toMatchObject({ outcome: "completed", text: "Done." })
    expect(requests.map((request) => request.toolChoice)).toEqual([...Array(3).fill(toolChoice), undefined, undefined])
    const facts = await session.facts()
    expect(facts.flatMap((fact) => (fact.type === "tool-started" ? [fact.call] : []))).toHaveLength(2)
    const ran = facts.filter((fact) => fact.type === "tool-finished" && fact.outcome === "ok")
    expect(ran).toMatchObject([{ name: "strict" }, { name: "find" }])
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it.each([
    ["required", wrong, "a call that could be run of a tool"],
    [{ tool: "strict" }, other, 'a call that could be run of "strict"'],
  ] as const)("%j fails the turn after three answers without a call that runs", async (toolChoice, first, words) => {
    const { model, requests } = answering(first)
    const session = await sessionWith({ model, tools: [...tools, strict], maxIterations: 1 })
    expect(await session.ask("go", { toolChoice })).toMatchObject({
      outcome: "failed",
      error: { code: "no-tool-call", message: expect.stringContaining(words) },
    })
    expect(requests).toHaveLength(3)
    expect((await session.facts()).some((fact) => fact.type === "tool-started")).toBe(false)
  })

  it("is met by a call that a person denies: it is not asked for again", async () => {
    const pay = { ...toolNamed("pay"), effect: "once" as const }
    const { model, requests } = answering({ calls: [call("pay")] }, "Not paid.")
    const session = await sessionWith({ model, tools: [pay], approve: () => "deny" })
    expect(await session.ask("go", { toolChoice: { tool: "pay" } })).toMatchObject({ text: "Not paid." })
    expect(requests).toHaveLength(2)
  })

  it("none fails the turn when the model calls again after it was told", async () => {
    const { model, requests } = answering(calls)
    const session = await sessionWith({ model, tools })
    const { outcome, error } = await session.ask("go", { toolChoice: "none" })
    expect(outcome).toBe("failed")
    expect(error).toMatchObject({
      code: "tool-not-allowed",
      message: expect.stringContaining('The model called "look" again, although toolChoice is "none"'),
    })
    expect(requests).toHaveLength(2)
    const facts = await session.facts()
    expect(JSON.stringify(facts)).not.toContain("tools that you are offered")
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it("offers the named tool, however many there are", async () => {
    const many = Array.from({ length: 60 }, (_, at) => toolNamed(`tool_${at}`))
    const { model, requests } = answering({ calls: [call("tool_59")] }, "Done.")
    const session = await sessionWith({ model, tools: many, offer: "prefilter:3" })
    await session.ask("go", { toolChoice: { tool: "tool_59" } })
    expect(requests[0]?.tools.map(({ name }) => name)).toContain("tool_59")
    expect(requests[0]?.tools.length).toBeLessThan(20)
  })

  it("none lets no tool run, in the whole turn", async () => {
    const { model, requests } = answering(calls, "Done.")
    const session = await sessionWith({ model, tools })
    await session.ask("go", { toolChoice: "none" })
    expect(requests.map((request) => request.toolChoice)).toEqual(["none", "none"])
    const facts = await session.facts()
    expect(facts.filter((fact) => fact.type === "tool-finished")).toMatchObject([{ code: "tool-not-allowed" }])
    const rules = recordedRules(facts, profileNamed("default"))
    expect(replaySession({ facts, rules })).toMatchObject({ exact: true, facts: facts.length })
  })

  it.each([
    ["none", "", ""],
    ["required", "<tool>", "Your next answer has to be a call of a tool."],
    [{ tool: "look" }, "<tool>", 'Your next answer has to be a call of the tool "look".'],
  ] as const)("%j is told in words to a model whose calls are text", async (toolChoice, explained, words) => {
    const asking = "<tool><tool_name>look</tool_name><arguments></arguments></tool>"
    const { model, requests } = answering(toolChoice === "none" ? "Done." : asking, "Done.")
    const session = await sessionWith({ model, tools, dialect: "xml" })
    expect(await session.ask("go", { toolChoice })).toMatchObject({ text: "Done." })
    expect(requests[0]?.system).toContain(words)
    expect(requests[0]?.system.includes("# Tools") || requests[0]?.system.includes("<tool>")).toBe(explained !== "")
    expect(requests[0]).not.toHaveProperty("toolChoice")
  })

  it("keeps the tools that end a turn, where only a tool can", async () => {
    const ending = "<tool><tool_name>converse</tool_name><arguments><message>Hi.</message></arguments></tool>"
    const { model, requests } = answering(ending)
    const session = await sessionWith({ model, tools, profile: "xml-tools" })
    expect(await session.ask("go", { toolChoice: "none" })).toMatchObject({ outcome: "completed", text: "Hi." })
    expect(requests[0]?.system).not.toContain("Can look.")
  })

  it("leaves the last answer free to be typed", async () => {
    const { model, requests } = answering(calls, { calls: [call("final_answer", { order: 1 })] })
    const session = await sessionWith({ model, tools })
    const output = { type: "object", properties: { order: { type: "integer" } }, required: ["order"] } as const
    expect((await session.ask("go", { toolChoice: "required", output })).output).toEqual({ order: 1 })
    expect(requests.map((request) => request.tools.some(({ name }) => name === "final_answer"))).toEqual([false, true])
  })

  it.each<[string, SendOptions, string]>([
    [
      "a tool that does not exist",
      { toolChoice: { tool: "lok" } },
      'toolChoice names the tool "lok", and the agent has no such tool. Write { tool: "look" }, which is the nearest, or',
    ],
    [
      "a tool that the turn excludes",
      { toolChoice: { tool: "look" }, tools: ["find"] },
      'toolChoice names the tool "look", and tools does not have it. Add "look" to tools, or change toolChoice.',
    ],
    ["any tool where the turn has none", { toolChoice: "required", tools: [] }, "tools: [] leaves none to call."],
  ])("that requires %s is refused when it is sent", async (_what, how, message) => {
    const { model, requests } = answering("x")
    const session = await sessionWith({ model, tools })
    await expect(session.ask("go", how)).rejects.toThrow(message)
    expect(requests).toEqual([])
    expect((await session.facts()).map((fact) => fact.type)).toEqual(["session-opened"])
  })

  it("may name a tool of the session itself", async () => {
    const { model } = answering({ calls: [call("ask_user", { question: "Which?" })] })
    const session = await sessionWith({ model, tools })
    const events = session.send("go", { toolChoice: { tool: "ask_user" } })
    for await (const event of events) if (event.type === "question-asked") return
    expect.unreachable()
  })

  it("of the agent that names no tool fails the turn with what to do", async () => {
    const { model, requests } = answering("x")
    const session = await sessionWith({ model, tools, toolChoice: { tool: "lok" } })
    const { outcome, text, error } = await session.ask("go")
    expect(outcome).toBe("failed")
    expect(text).toMatch(/^toolChoice names the tool "lok", and this turn has only: /)
    expect(error?.message).toMatch(/^toolChoice names the tool "lok", and this turn has only: /)
    expect(requests).toEqual([])
  })

  it.each<[unknown, string]>([
    ["prefilter", 'toolChoice: "prefilter" is now offer: "prefilter"'],
    [{ kind: "categories" }, 'toolChoice: {"kind":"categories"} is now offer: {"kind":"categories"}'],
    ["always", 'toolChoice: "auto", "required", "none" or { tool: "name" }'],
    [{ tool: 1 }, 'toolChoice: "auto", "required", "none" or { tool: "name" }'],
  ])("%j is refused with what to write instead", async (toolChoice, message) => {
    const { model } = answering("x")
    const given = { toolChoice } as Pick<AgentOptions, "toolChoice">
    await expect(createAgent({ model, ...given })).rejects.toThrow(message)
    const session = await sessionWith({ model })
    await expect(session.ask("go", given)).rejects.toThrow(message)
  })
})
