// Approvals and questions that are not answered: they expire, in this process or the next, and an answer counts once
// or not at all (F16, X23).
import { describe, expect, it } from "vitest"
import type { Event } from "../contracts/event.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { FakeClock, settle } from "../testing/fake-clock.ts"
import { tool } from "../tools/tool.ts"
import { createAgent } from "./create-agent.ts"

const HOUR = 3_600_000
const input = { type: "object", properties: { amount: { type: "number" } } } as const

const lastResult = scripted(({ results }) =>
  results.length === 0 ? { calls: [call("act", { amount: 5 })] } : `told: ${results.at(-1)?.text}`,
)

function acting() {
  const acted: unknown[] = []
  const act = tool({
    name: "act",
    description: "Acts.",
    input,
    effect: "once",
    run: ({ amount }) => `acted ${acted.push(amount)}`,
  })
  return { acted, act }
}

const asking = tool({
  name: "act",
  description: "Asks.",
  input,
  question: () => ({ question: "Which?", suggestions: ["this"] }),
  effect: "once",
  run: () => "",
})

async function until(events: AsyncIterable<Event>, ...types: Event["type"][]): Promise<Event & { call: string }> {
  for await (const event of events) if (types.includes(event.type) && "call" in event) return event
  throw new Error(`None of ${types} came.`)
}

describe("an approval that is not given", () => {
  it("expires: the tool does not run, the model is told and goes on, a late decision is refused (F16)", async () => {
    const clock = new FakeClock()
    const { acted, act } = acting()
    await using agent = await createAgent({ model: lastResult, tools: [act], approvals: { timeoutMs: HOUR }, clock })
    const session = await agent.open()
    const turn = session.send("go")
    const asked = await until(turn, "approval-requested")
    expect(asked).toMatchObject({ expiresAt: clock.now() + HOUR })
    await settle(20)
    expect(await session.info()).toMatchObject({ status: "waiting", dueAt: clock.now() + HOUR })
    await clock.advance(HOUR - 1)
    expect(await session.info()).toMatchObject({ status: "waiting" })
    const { text, outcome } = await clock.run(turn.result())
    expect({ text, outcome }).toEqual({
      outcome: "completed",
      text: 'told: Nobody answered in time whether "act" may run, so it did not run. Do without, or say so.',
    })
    await expect(session.decide(asked.call, "approve")).rejects.toMatchObject({ code: "approval-not-open" })
    expect(acted).toEqual([])
    const finished = (await session.facts()).find((fact) => fact.type === "tool-finished")
    expect(finished).toMatchObject({ outcome: "denied", code: "approval-timeout" })
  })

  it("can still be given at the last moment, once (F16)", async () => {
    const clock = new FakeClock()
    const { acted, act } = acting()
    await using agent = await createAgent({ model: lastResult, tools: [act], approvals: { timeoutMs: HOUR }, clock })
    const session = await agent.open()
    const turn = session.send("go")
    const asked = await until(turn, "approval-requested")
    await clock.advance(HOUR - 1)
    await session.decide(asked.call, "approve")
    expect(await clock.run(turn.result())).toMatchObject({ text: "told: acted 1" })
    await clock.advance(2 * HOUR)
    expect(acted).toEqual([5])
  })

  it("is expired when the session is opened after a restart, also long after its time", async () => {
    const clock = new FakeClock()
    const store = memory()
    const { acted, act } = acting()
    const options = { model: lastResult, tools: [act], approvals: { timeoutMs: HOUR }, clock, store }
    const first = await createAgent(options)
    const begun = await first.open({ id: "s" })
    await until(begun.send("go"), "approval-requested")
    await settle(20)
    await first.close()
    clock.jump(3 * HOUR)
    await using second = await createAgent({ ...options, run: "all" })
    const { text } = await clock.run(untilEnd((await second.open({ id: "s" })).events()))
    expect(text).toContain("Nobody answered in time")
    expect(acted).toEqual([])
  })

  it("counts as given in time when it was in the inbox in time, however late the inbox is read", async () => {
    const clock = new FakeClock()
    const store = memory()
    const { acted, act } = acting()
    const options = { model: lastResult, tools: [act], approvals: { timeoutMs: HOUR }, clock, store }
    const first = await createAgent(options)
    const { call: id } = await until((await first.open({ id: "s" })).send("go"), "approval-requested")
    await settle(20)
    await first.close()
    const front = await createAgent({ ...options, run: "none" })
    await (await front.open({ id: "s" })).decide(id, "approve")
    await front.close()
    clock.jump(3 * HOUR)
    await using second = await createAgent({ ...options, run: "all" })
    expect((await clock.run(untilEnd((await second.open({ id: "s" })).events()))).text).toBe("told: acted 1")
    expect(acted).toEqual([5])
  })

  it("counts when another process wrote it in time, even before this process noticed it", async () => {
    const clock = new FakeClock()
    const store = memory()
    // This process gets no wakeup for commands of others: only reading the inbox shows them.
    const deaf = { ...store, watch: () => () => {} }
    const { acted, act } = acting()
    const options = { model: lastResult, tools: [act], approvals: { timeoutMs: 3000 }, clock }
    await using agent = await createAgent({ ...options, store: deaf, leases: { sweepMs: HOUR } })
    const turn = (await agent.open({ id: "s" })).send("go")
    const { call: id } = await until(turn, "approval-requested")
    const front = await createAgent({ ...options, store, run: "none" })
    await (await front.open({ id: "s" })).decide(id, "approve")
    expect(await clock.run(turn.result())).toMatchObject({ text: "told: acted 1" })
    await front.close()
    expect(acted).toEqual([5])
  })

  it("has no time limit by default, nor when the agent's option says so, whatever its profile does", async () => {
    const clock = new FakeClock()
    const { act } = acting()
    for (const options of [{}, { profile: "xml-tools", dialect: "native", approvals: { timeoutMs: null } }]) {
      await using agent = await createAgent({ model: lastResult, tools: [act], clock, ...options })
      const session = await agent.open()
      await until(session.send("go"), "approval-requested")
      await settle(20)
      expect(await session.info()).toMatchObject({ status: "waiting", dueAt: null })
    }
  })

  it("expires after five minutes in xml-tools (F16)", async () => {
    const clock = new FakeClock()
    const { act } = acting()
    await using agent = await createAgent({
      model: lastResult,
      tools: [act],
      clock,
      profile: "xml-tools",
      dialect: "native",
    })
    const asked = await until((await agent.open()).send("go"), "approval-requested")
    expect(asked).toMatchObject({ expiresAt: clock.now() + 300_000 })
  })

  it("does not delay other calls, nor they its expiry", async () => {
    const clock = new FakeClock()
    const { act } = acting()
    const look = tool({
      name: "look",
      description: "",
      input,
      effect: "read",
      run: () => clock.sleep(HOUR).then(() => "seen"),
    })
    const model = scripted(({ results }) =>
      results.length === 0 ? { calls: [call("act"), call("look")] } : results.map(({ text }) => text).join(" | "),
    )
    const slow = { ...look, timeoutMs: 2 * HOUR }
    await using agent = await createAgent({ model, tools: [act, slow], approvals: { timeoutMs: 60_000 }, clock })
    const session = await agent.open()
    const turn = session.send("go")
    await until(turn, "tool-call")
    await clock.advance(60_000)
    const types = (await session.facts()).map(({ type }) => type)
    expect(types.slice(-1)).toEqual(["tool-finished"])
    expect((await clock.run(turn.result(), 2 * HOUR)).text).toMatch(/Nobody answered .* \| seen$/)
  })
})

describe("a question that is not answered", () => {
  it("expires: the model is told, and goes on (X23)", async () => {
    const clock = new FakeClock()
    await using agent = await createAgent({ model: lastResult, tools: [asking], approvals: { timeoutMs: HOUR }, clock })
    const session = await agent.open()
    const turn = session.send("go")
    const asked = await until(turn, "question-asked")
    expect(asked).toMatchObject({ expiresAt: clock.now() + HOUR })
    expect((await clock.run(turn.result(), 2 * HOUR)).text).toContain("told: Nobody answered in time.")
    await expect(session.answer(asked.call, "this")).rejects.toMatchObject({ code: "approval-not-open" })
  })
})

async function untilEnd(events: AsyncIterable<Event>): Promise<Extract<Event, { type: "turn-end" }>> {
  for await (const event of events) if (event.type === "turn-end") return event
  throw new Error("The turn did not end.")
}
