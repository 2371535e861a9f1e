// The loop as a library user sees it: memory store, scripted model, in-process tools.
import { describe, expect, it } from "vitest"
import { plainText } from "../contracts/content.ts"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const echo = tool({
  name: "echo",
  description: "Says it again.",
  input: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  effect: "read",
  run: ({ text }) => `echo: ${text}`,
})

describe("a turn", () => {
  it("answers in text when there are no tools", async () => {
    await using agent = await createAgent({ model: scripted(({ said }) => `You said ${said}.`) })
    const session = await agent.open()
    const result = await session.ask("hello")
    expect(result).toMatchObject({ outcome: "completed", text: "You said hello." })
    expect((await session.info()).status).toBe("idle")
  })

  it("runs two calls, then answers: user, assistant with calls, tool, tool, assistant (T2)", async () => {
    const model = scripted((request) => {
      if (request.results.length === 0) return { calls: [call("echo", { text: "a" }), call("echo", { text: "b" })] }
      request.need("echo: a")
      request.need("echo: b")
      return "done"
    })
    await using agent = await createAgent({ model, tools: [echo] })
    const session = await agent.open()
    expect(await session.ask("go")).toMatchObject({ outcome: "completed", text: "done" })
    const messages = await session.messages()
    expect(messages.map((message) => message.role)).toEqual(["user", "assistant", "tool", "tool", "assistant"])
    const [, asked, first, second] = messages
    const ids = asked?.role === "assistant" ? asked.calls.map((each) => each.id) : []
    expect([first, second].map((message) => message?.role === "tool" && message.call)).toEqual(ids)
  })

  it("streams text and reports what tools do (X14)", async () => {
    const model = scripted((request) =>
      request.results.length === 0 ? { text: "Let me see. ", calls: [call("echo", { text: "x" })] } : "All done.",
    )
    await using agent = await createAgent({ model, tools: [echo] })
    const session = await agent.open()
    const seen: string[] = []
    let text = ""
    for await (const event of session.send("go")) {
      seen.push(event.type)
      if (event.type === "text-delta") text += event.text
      if (event.type === "tool-result") expect(plainText(event.content)).toBe("echo: x")
    }
    expect(text).toBe("Let me see. All done.")
    expect(seen.filter((type) => type !== "text-delta")).toEqual([
      "turn-start",
      "loop-start",
      "iteration-start",
      "context-budget",
      "text-start",
      "text-end",
      "answer-end",
      "tool-call",
      "tool-result",
      "iteration-start",
      "context-budget",
      "text-start",
      "text-end",
      "answer-end",
      "context-budget",
      "loop-end",
      "turn-end",
    ])
  })

  it("asks a model that always calls tools exactly 20 times, then fails (T3)", async () => {
    let asked = 0
    const model = scripted(() => {
      asked++
      return { calls: [call("echo", { text: `${asked}` })] }
    })
    await using agent = await createAgent({ model, tools: [echo], profile: "chat-service" })
    const session = await agent.open()
    const result = await session.ask("go")
    expect(result).toMatchObject({ outcome: "failed", error: { message: "Max tool iterations reached" } })
    expect(asked).toBe(20)
    expect(await session.info()).toMatchObject({ status: "failed", error: "Max tool iterations reached" })
  })

  it("keeps the user's message when the model fails (M19)", async () => {
    const failure = { error: { class: "auth", code: "auth", message: "Invalid key" } } as const
    const model = scripted((request) => (request.said === "first" ? failure : request.need("first")))
    await using agent = await createAgent({ model })
    const session = await agent.open()
    expect(await session.ask("first")).toMatchObject({ outcome: "failed", error: { code: "auth" } })
    expect(await session.ask("second")).toMatchObject({ outcome: "completed", text: "first" })
  })

  it("retries errors that may pass, by the session's clock", async () => {
    const clock = new FakeClock()
    let asked = 0
    const model = scripted(() => {
      asked++
      return asked < 3 ? { error: { class: "rate-limit", code: "429", message: "Rate limit" } } : "at last"
    })
    const agent = await createAgent({ model, clock })
    const session = await agent.open()
    const began = clock.now()
    const result = await clock.run(session.ask("go"))
    expect(result.text).toBe("at last")
    expect(asked).toBe(3)
    expect(clock.now() - began).toBeGreaterThanOrEqual(1500)
    await clock.run(agent.close())
  })
})

it("a wait before a retry is published once, with its end time", async () => {
  const clock = new FakeClock()
  let asked = 0
  const error = { class: "rate-limit", code: "slow-down", message: "Slow down" } as const
  const model = scripted(() => (asked++ === 0 ? { error } : "There."))
  await using agent = await createAgent({ model, clock, profile: "chat-service" })
  const session = await agent.open()
  const seen: Event[] = []
  await clock.run(
    (async () => {
      for await (const event of session.send("go")) seen.push(event)
    })(),
  )
  const failed = (await session.facts()).find((fact) => fact.type === "model-failed")
  const waits = seen.filter((event) => event.type === "retry-wait")
  expect(waits).toMatchObject([{ until: (failed?.at ?? 0) + 3000 }])
  expect(seen.map(({ type }) => type).indexOf("retry-wait")).toBeGreaterThan(
    seen.map(({ type }) => type).indexOf("model-error"),
  )
})
