// More sessions than can run: priorities, owners that may run a few at once, and messages that are refused early.
import { afterEach, describe, expect, it } from "vitest"
import { childOf } from "../contracts/delegation.ts"
import type { Fact } from "../contracts/fact.ts"
import type { Store } from "../contracts/store.ts"
import { call, type Script, scripted } from "../model/scripted.ts"
import { memory } from "../store/memory.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

async function agentWith(options: Partial<AgentOptions>): Promise<Agent> {
  const agent = await createAgent({ model: scripted(({ said }) => `Heard: ${said}`), ...options })
  agents.push(agent)
  return agent
}

/** No sweep comes to the rescue. */
const NO_SWEEP = { beatMs: 1000, lapseMs: 10_000, sweepMs: 3_600_000 }

const priorityIn = (facts: readonly Fact[]) =>
  facts.flatMap((fact) => (fact.type === "turn-started" ? [fact.priority] : []))

async function standing(store: Store, session: string) {
  const [due] = await store.sessions.due({ before: Number.MAX_SAFE_INTEGER, session })
  return due?.standing
}

/** A gate that answers wait at, and the order in which they came to it. */
function gate() {
  const came: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  let atWork = 0
  let most = 0
  const script: Script = async ({ said }) => {
    came.push(said)
    most = Math.max(most, ++atWork)
    await promise
    atWork -= 1
    return `Heard: ${said}`
  }
  return { script, model: scripted(script), came, open: resolve, most: () => most }
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}

describe("the priority of a turn", () => {
  it("is in its fact and with the session, unless it is the usual one", async () => {
    const store = memory()
    const agent = await agentWith({ store, run: "none" })
    const session = await agent.open({ id: "s" })
    await session.send("one", { priority: "low" }).accepted()
    expect(await standing(store, "s")).toMatchObject({ priority: "low" })
    const runs = await agentWith({ store, run: "all" })
    await until(async () => (await session.info()).status === "idle" && (await session.info()).turns === 1)
    await (await runs.open({ id: "s" })).ask("two", { priority: "normal" })
    expect(priorityIn(await session.facts())).toEqual(["low", undefined])
  })

  it("is that of the agent where none is given", async () => {
    const session = await (await agentWith({ priority: "low" })).open()
    await session.ask("one")
    await session.ask("two", { priority: "high" })
    await session.ask("three", { priority: "normal" })
    expect(priorityIn(await session.facts())).toEqual(["low", "high", undefined])
  })

  it("holds for the sub-agents of the turn", async () => {
    const model = scripted(({ said, results }) => {
      if (said !== "team") return "Done."
      return results.length === 0 ? { calls: [call("delegate", { task: "sum" })] } : "All done."
    })
    const agent = await agentWith({ model, delegation: true, priority: "low", store: memory() })
    const session = await agent.open({ id: "parent" })
    await session.ask("team", { priority: "high" })
    const child = await agent.open({ id: childOf("parent:call_1_1_1_0") })
    expect(priorityIn(await child.facts())).toEqual(["high"])
  })

  it.each([
    ["a turn", async () => (await (await agentWith({})).open()).ask("hi", { priority: "urgent" as "high" })],
    ["an agent", () => agentWith({ priority: 3 as unknown as "high" })],
  ])("that is no priority is refused for %s", async (_, use) => {
    await expect(use()).rejects.toThrow(/priority.*"low", "normal" or "high"/)
  })

  it("decides who gets the next slot, and what a person approved goes on before new turns", async () => {
    const { script, came, open } = gate()
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object" },
      effect: "once",
      run: () => "paid",
    })
    const model = scripted(async (request) => {
      if (request.said !== "pay") return script(request)
      if (request.results.length > 0) came.push("paid")
      return request.results.length === 0 ? { calls: [call("pay")] } : "Paid."
    })
    const agent = await agentWith({ model, tools: [pay], concurrency: 1, parkMs: 0, approve: "ask" })
    const asks = await agent.open({ id: "asks" })
    const paid = asks.send("pay")
    await until(async () => (await asks.info()).openRequests.length === 1)
    const first = (await agent.open()).send("first")
    await until(() => came.length === 1)
    const low = (await agent.open()).send("low", { priority: "low" })
    await low.accepted()
    const usual = (await agent.open()).send("usual")
    await usual.accepted()
    const high = (await agent.open()).send("high", { priority: "high" })
    await high.accepted()
    const [request] = (await asks.info()).openRequests
    await asks.decide(request?.call ?? "", "approve")
    open()
    await Promise.all([paid, first, low, usual, high].map((turn) => turn.result()))
    expect(came).toEqual(["first", "paid", "high", "usual", "low"])
  })
})

describe("limits.owner.runningSessions", () => {
  it.each([
    ["the same for all", { runningSessions: 2 }],
    ["each owner's own", async (owner: string | null) => (owner === "ann" ? { runningSessions: 2 } : undefined)],
  ])("lets so many run at once, and the next one when one ends: %s", async (_, owner) => {
    const { model, came, open, most } = gate()
    const agent = await agentWith({ model, limits: { owner }, leases: NO_SWEEP })
    const sessions = await Promise.all(Array.from({ length: 7 }, () => agent.open({ owner: "ann" })))
    const turns = sessions.map((session, at) => session.send(`${at}`))
    await Promise.all(turns.map((turn) => turn.accepted()))
    await until(() => came.length === 2)
    open()
    for (const turn of turns) expect((await turn.result()).outcome).toBe("completed")
    expect(most()).toBe(2)
  })

  it("does not count sub-agents, which work for their parents", async () => {
    const model = scripted(({ said, results }) => {
      if (said !== "team") return `Done: ${said}`
      const tasks = ["a", "b"].map((task) => call("delegate", { task }))
      return results.length === 0 ? { calls: tasks } : results.map(({ text }) => text).join("; ")
    })
    const limits = { owner: { runningSessions: 1 } }
    const agent = await agentWith({ model, limits, concurrency: 1, delegation: true, leases: NO_SWEEP })
    const session = await agent.open({ owner: "ann" })
    expect((await session.ask("team")).text).toBe("Done: a; Done: b")
  })

  it("does not count a session that waits for a person", async () => {
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object" },
      effect: "once",
      run: () => "paid",
    })
    const model = scripted(({ said, results }) =>
      said === "pay" && results.length === 0 ? { calls: [call("pay")] } : `Heard: ${said}`,
    )
    const limits = { owner: { runningSessions: 1 } }
    const agent = await agentWith({ model, tools: [pay], limits, parkMs: 0, leases: NO_SWEEP })
    const asks = await agent.open()
    const paid = asks.send("pay")
    await until(async () => (await asks.info()).openRequests.length === 1)
    expect((await (await agent.open()).ask("other")).text).toBe("Heard: other")
    const [request] = (await asks.info()).openRequests
    await asks.decide(request?.call ?? "", "approve")
    expect((await paid.result()).text).toBe("Heard: pay")
  })
})

describe("limits.waiting", () => {
  it("refuses a new turn with a time to come back, and nothing of a session that is busy", async () => {
    const { model, came, open } = gate()
    const agent = await agentWith({ model, concurrency: 1, limits: { waiting: { sessions: 1 } } })
    const runs = (await agent.open()).send("runs")
    await until(() => came.length === 1)
    const session = await agent.open()
    const waits = session.send("waits")
    await waits.accepted()
    const refused = (await agent.open()).send("refused", { id: "again" })
    await expect(refused.accepted()).rejects.toMatchObject({ code: "too-many-waiting" })
    const error = await refused.accepted().catch((each: unknown) => each)
    expect((error as { retryAfterMs: number }).retryAfterMs).toBeGreaterThanOrEqual(1000)
    expect(String(error)).toMatch(/limits\.waiting.*Nothing was sent\. Send it again in \d+ s/)
    const more = session.send("more")
    await more.accepted()
    open()
    for (const turn of [runs, waits, more]) expect((await turn.result()).outcome).toBe("completed")
  })

  it.each([
    [{ waiting: { sessions: 0 } }, /limits\.waiting\.sessions: a whole number of at least 1/],
    [{ waiting: { ms: -1 } }, /limits\.waiting\.ms: a number above 0/],
    [{ owner: { runningSessions: 0 } }, /limits\.owner\.runningSessions: a whole number/],
  ])("that is no limit is refused: %j", async (limits, message) => {
    await expect(agentWith({ limits })).rejects.toThrow(message)
  })
})
