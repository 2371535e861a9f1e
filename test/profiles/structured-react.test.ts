// The profile structured-react as its caller sees it: one string,
// one fresh step after the other, a stream without raw calls.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../packages/agent/src/agent/create-agent.ts"
import type { AgentOptions } from "../../packages/agent/src/agent/options.ts"
import { plainText } from "../../packages/agent/src/contracts/content.ts"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { failureKind } from "../../packages/agent/src/index.ts"
import { modelFrom } from "../../packages/agent/src/model/providers.ts"
import { type ScriptReply, scripted } from "../../packages/agent/src/model/scripted.ts"
import { FakeClock } from "../../packages/agent/src/testing/fake-clock.ts"
import type { Fault } from "../../packages/agent/src/testing/model-server/faults.ts"
import { modelServer } from "../../packages/agent/src/testing/model-server.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"

const profile = "structured-react"
const final = (answer: string) => JSON.stringify({ type: "FinalResponse", answer })
const act = (name: string, args: object, thought = "So it is.") =>
  JSON.stringify({ type: name, thought, arguments: args })

/** One reply per request, in order. */
function playing(...replies: readonly ScriptReply[]) {
  const next = replies.values()
  return scripted(() => next.next().value ?? final("I have nothing more to say."))
}

const path = { type: "object", properties: { path: { type: "string" } }, required: ["path"] } as const
const look = tool({ name: "look", description: "", input: path, effect: "read", run: ({ path: at }) => `saw ${at}` })
const send = tool({ name: "send", description: "", input: path, effect: "once", run: () => "sent" })

async function turn(options: Partial<AgentOptions> & Pick<AgentOptions, "model">) {
  await using agent = await createAgent({ profile, tools: [look, send], ...options })
  const session = await agent.open()
  const result = await session.ask("Go.")
  const results = (await session.messages()).flatMap((message) =>
    message.role === "tool" ? [plainText(message.parts)] : [],
  )
  return { result, results, facts: await session.facts() }
}

describe("structured-react, messages", () => {
  it("M1: a message gives one string, and an empty one is refused", async () => {
    await using agent = await createAgent({ model: playing(final("Hello.")), profile })
    const session = await agent.open()
    expect(await session.ask("Hi.")).toMatchObject({ outcome: "completed", text: "Hello." })
    await expect(async () => session.ask(" \n")).rejects.toMatchObject({ code: "input-invalid" })
    expect((await session.info()).turns).toBe(1)
  })

  it("M2: a message without tools can only be answered, in one step", async () => {
    await using server = await modelServer({ script: () => final("Hello.") })
    const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
    const schemaFor = async (tools: AgentOptions["tools"]) => {
      await turn({ model, tools: tools ?? [] })
      return JSON.stringify(server.requests.at(-1)?.body.response_format)
    }
    const without = await schemaFor([])
    expect(server.requests).toHaveLength(1)
    expect(without).toContain("FinalResponse")
    expect(without).not.toContain("arguments")
    expect(await schemaFor([look])).toContain("arguments")
  })

  it("M17: a message waits behind a turn that takes an hour, and is not refused as busy", async () => {
    const clock = new FakeClock()
    const slow = tool({
      name: "slow",
      description: "",
      input: { type: "object" },
      effect: "read",
      timeoutMs: 7_200_000,
      run: () => clock.sleep(3_600_000).then(() => "at last"),
    })
    const model = playing(act("slow", {}), final("The first."), final("The second."))
    const agent = await createAgent({ model, profile, tools: [slow], clock })
    const session = await agent.open()
    const first = session.send("One.")
    await first.accepted()
    await clock.advance(600_000)
    const second = session.send("Two.")
    await second.accepted()
    expect((await clock.run(second.result(), 1e8)).text).toBe("The second.")
    expect((await first.result()).text).toBe("The first.")
    const said = (await session.messages()).flatMap((each) => (each.role === "user" ? [plainText(each.parts)] : []))
    expect(said).toEqual(expect.arrayContaining(["One.", "Two."]))
    await clock.run(agent.close())
  })
})

describe("structured-react, tools", () => {
  it("M5: a tool that sleeps 31 s ends with a timeout at 30 s, and the model goes on", async () => {
    const clock = new FakeClock()
    const sleeper = tool({
      name: "sleeper",
      description: "",
      input: { type: "object" },
      effect: "read",
      run: () => clock.sleep(31_000).then(() => "late"),
    })
    const began = clock.now()
    const played = turn({ model: playing(act("sleeper", {}), final("Without it.")), tools: [sleeper], clock })
    const { result, results, facts } = await clock.run(played)
    expect(facts.find(({ type }) => type === "tool-finished")).toMatchObject({ outcome: "timeout", at: began + 30_000 })
    expect(results).toEqual([expect.stringContaining("timed out after 30 s")])
    expect(result).toMatchObject({ outcome: "completed", text: "Without it." })
  })

  it.each([
    ["an unknown name", act("lok_at", { path: "a" }), "tool-not-found"],
    ["arguments that do not fit", act("look", { path: ["a"], more: 1 }), "arguments-invalid"],
    ["no arguments", act("look", {}), "arguments-invalid"],
  ])("M13: a tool called with %s gives the model an error observation", async (_what, asked, code) => {
    const { result, facts } = await turn({ model: playing(asked, final("I see.")) })
    expect(facts.find(({ type }) => type === "tool-finished")).toMatchObject({ outcome: "error", code })
    expect(result).toMatchObject({ outcome: "completed", text: "I see." })
  })
})

describe("structured-react, models", () => {
  it.each<readonly [string, Fault, boolean]>([
    ["an invalid key", { kind: "status", status: 401 }, false],
    ["a model that is not there", { kind: "status", status: 404 }, false],
    ["a time-out", { kind: "silence" }, true],
  ])(
    "M10: a model that fails for %s is asked once, and its error says whether a retry may help",
    async (_what, fault, passes) => {
      await using server = await modelServer({ script: () => final("Hello."), fault: () => fault })
      const limits = { firstByteMs: 100 }
      const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {}, limits })
      const { result } = await turn({ model })
      expect(server.requests).toHaveLength(1)
      expect(result.outcome).toBe("failed")
      expect(failureKind(result.error?.code ?? "").retryable ?? false).toBe(passes)
    },
  )

  it("M10: a model whose window is too small fails at once with that error", async () => {
    const fault: Fault = { kind: "status", status: 400, type: "context_length_exceeded" }
    await using server = await modelServer({ script: () => final("Hello."), fault: () => fault })
    const model = modelFrom("openai:m", { baseUrl: server.openai, apiKey: "k", env: {} })
    const { result } = await turn({ model })
    expect(server.requests).toHaveLength(1)
    expect(result).toMatchObject({ outcome: "failed", error: { code: "context_length_exceeded" } })
  })
})

it("M24: a stream has text, one tool-call per internal call and the approval request last, and no call as raw text", async () => {
  const replies = [act("look", { path: "a" }), act("look", { path: "b" }), act("send", { path: "c" }), final("Sent.")]
  await using agent = await createAgent({ model: playing(...replies), profile, tools: [look, send] })
  const session = await agent.open()
  const stream = session.send("Go.")
  const events: Event[] = []
  for await (const event of stream) {
    events.push(event)
    if (event.type === "approval-requested") await session.decide(event.call, "approve")
  }
  const before = events.slice(
    0,
    events.findIndex(({ type }) => type === "approval-requested"),
  )
  expect(before.flatMap((event) => (event.type === "tool-call" ? [event.name] : []))).toEqual(["look", "look"])
  expect(before.at(-1)?.type).toBe("answer-end")
  const text = events.flatMap((event) => (event.type === "text-delta" ? [event.text] : [])).join("")
  expect(text).toBe("Sent.")
  expect(JSON.stringify(events.filter(({ type }) => type === "answer-end"))).not.toMatch(/"text":"[^"]*send/)
})

it("M25: sessions are listed page by page, keep their order after a rename, and are gone after removal", async () => {
  await using agent = await createAgent({ model: playing(), profile })
  for (const title of ["a", "b", "c", "d", "e"]) await (await agent.open({ title })).ask("Hi.")
  const pages = async () => {
    const titles: (readonly (string | null | undefined)[])[] = []
    for (let after: { updatedAt: number; id: string } | undefined; ; ) {
      const page = await agent.sessions.list({ limit: 2, ...(after !== undefined && { after }) })
      after = page.at(-1)
      if (after === undefined) return titles
      titles.push(page.map(({ metadata }) => metadata.title))
    }
  }
  const listed = await pages()
  expect(listed.map(({ length }) => length)).toEqual([2, 2, 1])
  expect(new Set(listed.flat())).toEqual(new Set(["a", "b", "c", "d", "e"]))
  const third = listed.flat()[2] ?? ""
  const { id } = await agent.sessions.find(third)
  await (await agent.open({ id })).update({ title: "renamed" })
  expect((await pages()).flat()).toEqual(listed.flat().map((title) => (title === third ? "renamed" : title)))
  expect(await agent.sessions.remove(id)).toBe(true)
  expect((await pages()).flat()).toEqual(listed.flat().filter((title) => title !== third))
  expect(await agent.sessions.remove(id)).toBe(false)
  await expect(agent.sessions.find("renamed")).rejects.toMatchObject({ code: "session-missing" })
})
