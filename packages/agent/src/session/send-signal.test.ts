// The option `signal` of `send`: an abort cancels the turn that the input became part of, and no other.
import { afterEach, describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { AgentOptions } from "../agent/options.ts"
import { defined } from "../base/defined.ts"
import type { Event } from "../contracts/event.ts"
import { cancel } from "../kernel/commands/cancel.ts"
import type { State } from "../kernel/state/state.ts"
import { call, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"

/** Runs until it is stopped. */
const wait = tool({
  name: "wait",
  description: "Waits.",
  input: { type: "object" },
  effect: "read",
  run: (_, { signal }) => new Promise<string>((done) => signal.addEventListener("abort", () => done("stopped"))),
})

const model = scripted(({ said, results }) =>
  said.startsWith("wait") && results.length === 0 ? { calls: [call("wait")] } : `Answered: ${said}`,
)

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function agentWith(options: Partial<AgentOptions> = {}) {
  const agent = await createAgent({ model, tools: [wait], ...options })
  open.push(agent)
  return agent
}

/** The turn has begun to wait. */
async function waiting(turn: AsyncIterable<Event>): Promise<void> {
  for await (const event of turn) if (event.type === "tool-call") return
}

describe("the signal of a send", () => {
  it("cancels the turn while a tool runs, and the session goes on", async () => {
    const session = await (await agentWith()).open()
    const leaving = new AbortController()
    const turn = session.send("wait", { signal: leaving.signal, by: "ada" })
    await waiting(turn)
    leaving.abort()
    expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
    expect((await session.facts()).find(({ type }) => type === "turn-cancelled")).toMatchObject({ turn: 1, by: "ada" })
    expect(await session.ask("hello")).toMatchObject({ outcome: "completed", text: "Answered: hello" })
  })

  it("cancels a turn that another agent on the same store runs", async () => {
    const store = memory()
    const runner = await agentWith({ store })
    await runner.open({ id: "s" })
    const session = await (await agentWith({ store, run: "none" })).open({ id: "s" })
    const leaving = new AbortController()
    const turn = session.send("wait", { signal: leaving.signal })
    await runner.open({ id: "s" })
    await waiting(turn)
    leaving.abort()
    expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
  })

  it("leaves the turn alone that runs while its own input waits, and cancels its own as soon as it begins", async () => {
    const session = await (await agentWith()).open()
    const [first, second] = [new AbortController(), new AbortController()]
    const running = session.send("wait", { signal: first.signal })
    await waiting(running)
    const queued = session.send("wait again", { signal: second.signal, whenBusy: "queue" })
    await queued.accepted()
    second.abort()
    await session.info()
    expect((await session.facts()).map(({ type }) => type)).not.toContain("turn-cancelled")
    first.abort()
    expect(await running.result()).toMatchObject({ outcome: "cancelled" })
    expect(await queued.result()).toMatchObject({ outcome: "cancelled" })
    expect((await session.facts()).filter(({ type }) => type === "turn-cancelled")).toMatchObject([
      { turn: 1 },
      { turn: 2 },
    ])
  })

  it("cancels nothing after its turn is over", async () => {
    const session = await (await agentWith()).open()
    const done = new AbortController()
    await session.ask("hello", { signal: done.signal })
    const next = session.send("wait")
    await waiting(next)
    done.abort()
    await session.cancel({ by: "bob" })
    await next.result()
    expect((await session.facts()).filter(({ type }) => type === "turn-cancelled")).toMatchObject([{ by: "bob" }])
  })

  it("is refused when it is aborted already, and nothing is sent", async () => {
    const session = await (await agentWith()).open()
    const signal = AbortSignal.abort("gone")
    await expect(session.ask("hello", { signal })).rejects.toMatchObject({ code: "input-aborted", cause: "gone" })
    await expect(session.ask("hello", { signal: {} as never })).rejects.toMatchObject({ code: "input-invalid" })
    expect(await session.facts()).toHaveLength(1)
  })
})

describe("a cancel of a turn", () => {
  it("is dropped when another turn runs", () => {
    const state = { turn: { number: 2, cancelled: false } } as State
    const meaning = (turn?: number) =>
      cancel.promote(state, { kind: "cancel", id: "c", ...defined({ turn }) }, {} as never)
    expect([meaning(1), meaning(3)]).toEqual(["drop", "drop"])
    expect(meaning(2)).toMatchObject({ fact: { type: "turn-cancelled", turn: 2 } })
    expect(meaning()).toMatchObject({ fact: { type: "turn-cancelled", turn: 2 } })
  })
})
