// People around a turn: approvals, questions, cancelling, input while it runs.
import { describe, expect, it } from "vitest"
import { plainText } from "../contracts/content.ts"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import { settleAs } from "../session/__fixtures__/settle-as.ts"
import { memory } from "../store/memory.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const input = { type: "object", properties: { amount: { type: "number" } } } as const

function payments() {
  const paid: unknown[] = []
  const pay = tool({
    name: "pay",
    description: "Pays.",
    input,
    effect: "once",
    run: ({ amount }) => {
      paid.push(amount)
      return `paid ${amount}`
    },
  })
  return { paid, pay }
}

const payThenReport = scripted((request) =>
  request.results.length === 0 ? { calls: [call("pay", { amount: 5 })] } : (request.results[0]?.text ?? ""),
)

async function until(events: AsyncIterable<Event>, type: Event["type"]): Promise<Event> {
  for await (const event of events) if (event.type === type) return event
  throw new Error(`No ${type} came.`)
}

describe("a tool that changes things", () => {
  it("waits for an approval, releases its lease meanwhile, and runs once: a second decision is refused (M16)", async () => {
    const { paid, pay } = payments()
    await using agent = await createAgent({ model: payThenReport, tools: [pay] })
    const session = await agent.open()
    const turn = session.send("pay")
    const asked = await until(turn, "approval-requested")
    await settle(20)
    expect(await session.info()).toMatchObject({ status: "waiting", dueAt: null })
    expect(paid).toEqual([])
    const id = asked.type === "approval-requested" ? asked.call : ""
    await session.decide(id, "approve")
    await expect(session.decide(id, "approve")).rejects.toMatchObject({ code: "approval-not-open" })
    expect(await turn.result()).toMatchObject({ outcome: "completed", text: "paid 5" })
    await expect(session.decide(id, "approve")).rejects.toMatchObject({ code: "approval-not-open" })
    expect(paid).toEqual([5])
  })

  it.each([
    {
      decision: { decision: "denied", reason: "too much" } as const,
      paid: [],
      says: 'The user did not allow "pay". Reason: too much',
    },
    { decision: { decision: "approved", arguments: { amount: 1 } } as const, paid: [1], says: "paid 1" },
  ])("follows the decision: $decision (M16)", async ({ decision, paid: expected, says }) => {
    const { paid, pay } = payments()
    await using agent = await createAgent({ model: payThenReport, tools: [pay] })
    const session = await agent.open()
    const turn = session.send("pay")
    const asked = await until(turn, "approval-requested")
    await settleAs(session, asked.type === "approval-requested" ? asked.call : "", decision)
    expect((await turn.result()).text).toBe(says)
    expect(paid).toEqual(expected)
  })

  it("asks for an approval with the model's rationale, also when its effect is not declared (M15)", async () => {
    const { paid, pay } = payments()
    const text = "It is <b>due</b>: see https://example.com/bill."
    const model = scripted(({ results }) =>
      results.length === 0 ? { text, calls: [call("pay", { amount: 5 })] } : "stopped",
    )
    await using agent = await createAgent({ model, tools: [pay] })
    const session = await agent.open()
    const asked = await until(session.send("pay"), "approval-requested")
    expect(asked).toMatchObject({ name: "pay", arguments: { amount: 5 }, rationale: "It is due : see [link]" })
    await settle(20)
    expect(paid).toEqual([])
  })

  it("waits for its approval across a restart, and accepts none that is for another call (M16)", async () => {
    const { paid, pay } = payments()
    const store = memory()
    const first = await createAgent({ model: payThenReport, tools: [pay], store })
    const asked = await until((await first.open({ id: "s" })).send("pay"), "approval-requested")
    await first.close()
    await using second = await createAgent({ model: payThenReport, tools: [pay], store })
    const session = await second.open({ id: "s" })
    await expect(session.decide("call_of_nobody", "approve")).rejects.toMatchObject({ code: "approval-not-open" })
    const end = until(session.events(), "turn-end")
    await session.decide(asked.type === "approval-requested" ? asked.call : "", "approve")
    expect(await end).toMatchObject({ text: "paid 5" })
    expect(paid).toEqual([5])
  })

  it("is refused with a reason that the model sees when approvals are denied", async () => {
    const { paid, pay } = payments()
    await using agent = await createAgent({ model: payThenReport, tools: [pay], approve: "deny" })
    const session = await agent.open()
    expect((await session.ask("pay")).text).toContain("has to be allowed by somebody, and nobody is here")
    expect(paid).toEqual([])
  })
})

describe("a question", () => {
  it("waits for its answer, which becomes the call's result (X23)", async () => {
    const ask = tool({
      name: "ask",
      description: "",
      input,
      question: () => ({ question: "Which?", suggestions: ["a"] }),
      effect: "once",
      run: () => "",
    })
    const model = scripted((request) =>
      request.results.length === 0 ? { calls: [call("ask")] } : request.need("the red one"),
    )
    await using agent = await createAgent({ model, tools: [ask] })
    const session = await agent.open()
    const turn = session.send("go")
    const asked = await until(turn, "question-asked")
    expect(asked).toMatchObject({ question: "Which?", suggestions: ["a"] })
    await session.answer(asked.type === "question-asked" ? asked.call : "", "the red one")
    expect((await turn.result()).text).toBe("the red one")
  })
})

describe("cancel", () => {
  it("stops a running answer within a second, keeps its text, and the next turn works (F21, L30)", async () => {
    const clock = new FakeClock()
    const model = scripted(
      (request) => (request.said === "again" ? request.need("[The user cancelled this turn.]") : "one two three four"),
      { chunkMs: 400, clock },
    )
    const agent = await createAgent({ model, clock })
    const session = await agent.open()
    const turn = session.send("go")
    await turn.accepted()
    await clock.advance(900)
    await session.cancel()
    const began = clock.now()
    expect(await clock.run(turn.result())).toMatchObject({ outcome: "cancelled" })
    expect(clock.now() - began).toBeLessThanOrEqual(1000)
    const texts = (await session.messages()).map((message) =>
      message.role === "assistant" ? message.text : plainText(message.parts),
    )
    expect(texts).toEqual(["go", "one two ", "[The user cancelled this turn.]"])
    expect(await clock.run(session.ask("again"))).toMatchObject({ outcome: "completed" })
    await clock.run(agent.close())
  })

  it("works while a tool runs; a tool that does not stop in a second is recorded as unknown", async () => {
    const clock = new FakeClock()
    const stubborn = tool({
      name: "stubborn",
      description: "",
      input,
      approval: false,
      timeoutMs: 900_000,
      effect: "once",
      run: () => clock.sleep(600_000).then(() => ""),
    })
    const model = scripted(() => ({ calls: [call("stubborn")] }))
    const agent = await createAgent({ model, tools: [stubborn], clock })
    const session = await agent.open()
    const turn = session.send("go")
    await turn.accepted()
    await clock.advance(5000)
    await session.cancel()
    const began = clock.now()
    expect(await clock.run(turn.result())).toMatchObject({ outcome: "cancelled" })
    expect(clock.now() - began).toBeLessThanOrEqual(1100)
    expect((await session.facts()).find((fact) => fact.type === "tool-finished")).toMatchObject({ outcome: "unknown" })
    await clock.run(agent.close())
  })
})

describe("input while a turn runs", () => {
  function slowTurns() {
    const clock = new FakeClock()
    const look = tool({
      name: "look",
      description: "",
      input,
      effect: "read",
      run: () => clock.sleep(500).then(() => "seen"),
    })
    const model = scripted((request) => {
      if (request.results.length === 0 && request.said === "first") return { calls: [call("look")] }
      const said = request.messages.flatMap((message) => (message.role === "user" ? [plainText(message.parts)] : []))
      return `answer to ${said.join(" + ")}`
    })
    return { clock, look, model }
  }

  it("joins the turn when it steers", async () => {
    const { clock, look, model } = slowTurns()
    const agent = await createAgent({ model, tools: [look], clock })
    const session = await agent.open()
    const first = session.send("first")
    await first.accepted()
    await clock.advance(100)
    const second = session.send("and this", { whenBusy: "steer" })
    const results = await clock.run(Promise.all([first.result(), second.result()]))
    expect(results.map((result) => result.text)).toEqual(["answer to first + and this", "answer to first + and this"])
    expect((await session.info()).turns).toBe(1)
    await clock.run(agent.close())
  })

  it("waits its turn when it queues, and both are in the history (M17)", async () => {
    const { clock, look, model } = slowTurns()
    const agent = await createAgent({ model, tools: [look], clock })
    const session = await agent.open()
    const turns = [session.send("first"), session.send("second")]
    const results = await clock.run(Promise.all(turns.map((turn) => turn.result())))
    expect(results.map((result) => result.text)).toEqual(["answer to first", "answer to first + second"])
    expect((await session.info()).turns).toBe(2)
    await clock.run(agent.close())
  })

  it("is refused when it may not wait: of two sent together, one is accepted", async () => {
    const { clock, look, model } = slowTurns()
    const agent = await createAgent({ model, tools: [look], clock })
    const session = await agent.open()
    const both = [session.send("first", { whenBusy: "refuse" }), session.send("first", { whenBusy: "refuse" })]
    const accepted = await Promise.allSettled(both.map((turn) => turn.accepted()))
    expect(accepted.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"])
    expect(accepted.find((each) => each.status === "rejected")).toMatchObject({ reason: { code: "session-busy" } })
    await clock.run(agent.close({ deadlineMs: 10_000 }))
  })

  it("is carried out once, however often it is sent", async () => {
    let asked = 0
    const model = scripted(() => `answer ${++asked}`)
    await using agent = await createAgent({ model })
    const session = await agent.open()
    const first = await session.ask("go", { id: "same" })
    const again = await session.ask("go", { id: "same" })
    expect([first.text, again.text, asked]).toEqual(["answer 1", "answer 1", 1])
  })
})
