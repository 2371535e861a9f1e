// Limits of what a turn, a session and an owner may use, through the whole agent.
import { afterEach, describe, expect, it, onTestFinished } from "vitest"
import type { Event } from "../contracts/event.ts"
import type { Draft, Fact } from "../contracts/fact.ts"
import type { Limits } from "../contracts/limits.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { foldFacts } from "../kernel/state/fold.ts"
import { modelFrom } from "../model/providers.ts"
import { call, type Script, scripted } from "../model/scripted.ts"
import { recordsOf } from "../observe/recorder.ts"
import { defaultProfile } from "../profiles/default.ts"
import { recordedRules } from "../replay/recorded-rules.ts"
import { replaySession } from "../replay/replay-session.ts"
import type { Session } from "../session/handle.ts"
import { memory } from "../store/memory.ts"
import { aCall, answered, asked, opened, said, stamp, toolFinished, toolStarted } from "../testing/fact-builders.ts"
import { FakeClock } from "../testing/fake-clock.ts"
import { modelServer } from "../testing/model-server.ts"
import { tool } from "../tools/tool.ts"
import { type Agent, createAgent } from "./create-agent.ts"
import type { AgentOptions } from "./options.ts"

const agents: Agent[] = []
afterEach(async () => {
  await Promise.all(agents.splice(0).map((agent) => agent.close()))
})

const look = tool({
  name: "look",
  description: "Looks.",
  input: { type: "object", properties: { at: { type: "integer" } } },
  effect: "read",
  run: ({ at }) => `seen ${at}`,
})

/** Calls a tool five times, then answers. Each request costs 0.1 USD and 100 tokens. */
const looking: Script = ({ results }) => ({
  ...(results.length < 5 ? { calls: [call("look", { at: results.length })] } : { text: "That is all." }),
  usage: { inputTokens: 90, outputTokens: 10, costUsd: 0.1 },
})

interface Setup extends Partial<AgentOptions> {
  readonly script?: Script
}

async function agentWith({ script = looking, ...options }: Setup) {
  let asked = 0
  const model = scripted((request) => {
    asked++
    return script(request)
  })
  const agent = await createAgent({ model, tools: [look], ...options })
  agents.push(agent)
  return { agent, asked: () => asked }
}

async function turnOf(session: Session, input: string) {
  const events: Event[] = []
  for await (const event of session.send(input)) events.push(event)
  const end = events.find((event) => event.type === "turn-end")
  return { events, end, met: events.filter((event) => event.type === "usage-limit") }
}

const isExact = (facts: readonly Fact[]) => replaySession({ facts, rules: recordedRules(facts, defaultProfile) })

describe("at 80 % a limit is told once, at 100 % the next request is refused before it is sent (X20)", () => {
  it.each<{ name: string; limits: Limits; asked: number; words: string }>([
    { name: "the cost of a turn", limits: { turn: { costUsd: 0.5 } }, asked: 5, words: "0.5 of 0.5 USD in this turn" },
    { name: "the tokens of a turn", limits: { turn: { tokens: 450 } }, asked: 5, words: "500 of 450 tokens" },
    { name: "the cost of a session", limits: { session: { costUsd: 0.25 } }, asked: 3, words: "in this session" },
    {
      name: "the cost of an owner's day",
      limits: { owner: { costUsd: 0.45 } },
      asked: 5,
      words: "of this owner today",
    },
    {
      name: "the first of several",
      limits: { turn: { tokens: 200, costUsd: 9 } },
      asked: 2,
      words: "limits.turn.tokens",
    },
  ])("$name", async ({ limits, asked: most, words }) => {
    const { agent, asked } = await agentWith({ limits })
    const session = await agent.open({ owner: "ann" })
    const { end, met } = await turnOf(session, "look around")
    expect(asked()).toBe(most)
    expect(end).toMatchObject({
      outcome: "failed",
      error: { code: "usage-limit", message: expect.stringContaining(words) },
    })
    expect(end?.error?.message).toMatch(/The next request was not sent\. .*[Rr]aise the limit/)
    expect(met.map(({ level }) => level)).toEqual(limits.turn?.tokens === 200 ? ["reached"] : ["near", "reached"])
    expect((await session.info()).status).toBe("failed")
    expect(isExact(await session.facts())).toMatchObject({ exact: true })
  })

  it("tells of a turn that ends between 80 and 100 %, and lets it end", async () => {
    const { agent } = await agentWith({ limits: { turn: { costUsd: 0.65 } } })
    const session = await agent.open()
    const { end, met } = await turnOf(session, "look around")
    const near = [{ level: "near", scope: "turn", limit: "costUsd", max: 0.65 }]
    expect(end?.outcome).toBe("completed")
    expect(met).toMatchObject(near)
    const { met: again } = await turnOf(session, "look around")
    expect(again).toMatchObject(near)
  })

  it("tells each limit once, with one log record, and again only for another turn or another limit", async () => {
    const { agent } = await agentWith({ limits: { turn: { costUsd: 0.6 }, session: { tokens: 1400 } } })
    const session = await agent.open()
    const first = await turnOf(session, "look around")
    expect(first.met).toMatchObject([{ level: "near", scope: "turn", limit: "costUsd", used: 0.5, max: 0.6 }])
    expect(first.end?.outcome).toBe("completed")
    const second = await turnOf(session, "look around")
    expect(second.met).toMatchObject([
      { scope: "turn" },
      { level: "near", scope: "session", limit: "tokens", used: 1200 },
    ])
    const third = await turnOf(session, "look around")
    expect(third.met).toMatchObject([{ level: "reached", scope: "session", used: 1400 }])
    const records = recordsOf(await session.facts()).filter((record) => record.kind === "decision")
    expect(records.map(({ what, why }) => [what, why])).toEqual([
      ["usage-limit-near", "limits.turn.costUsd"],
      ["usage-limit-near", "limits.turn.costUsd"],
      ["usage-limit-near", "limits.session.tokens"],
      ["usage-limit-reached", "limits.session.tokens"],
    ])
  })

  it("begins a turn over when its own limit ended the last one", async () => {
    const { agent, asked } = await agentWith({ limits: { turn: { costUsd: 0.2 } } })
    const session = await agent.open()
    await turnOf(session, "look around")
    const { end } = await turnOf(session, "go on")
    expect([asked(), end?.outcome]).toEqual([4, "failed"])
  })

  it("goes on in the same session once its limit is raised", async () => {
    const store = memory()
    const { agent, asked } = await agentWith({ store, limits: { session: { costUsd: 0.2 } } })
    const session = await agent.open({ id: "s" })
    await turnOf(session, "look around")
    const { end } = await turnOf(session, "go on")
    expect([asked(), end?.error?.code]).toEqual([2, "usage-limit"])
    await agent.close()
    const raised = await agentWith({ store, limits: { session: { costUsd: 5 } } })
    const { end: last } = await turnOf(await raised.agent.open({ id: "s" }), "go on")
    expect(last).toMatchObject({ outcome: "completed", text: "That is all." })
  })
})

describe("what counts", () => {
  it("a failed attempt that used something, so that its retry is refused", async () => {
    const error = { class: "server-error", code: "server_error", message: "It broke." } as const
    const usage = { inputTokens: 90, outputTokens: 10, costUsd: 0.3 }
    const { agent, asked } = await agentWith({
      script: () => ({ error, usage }),
      limits: { turn: { costUsd: 0.3 } },
      clock: new FakeClock(),
      profile: (options) => defaultProfile({ ...options, retry: { firstMs: 0, jitter: 0 } }),
    })
    const session = await agent.open()
    const { end } = await turnOf(session, "look")
    expect([asked(), end?.error?.code, end?.usage]).toEqual([1, "usage-limit", usage])
    expect(await agent.usage()).toMatchObject([{ requests: 1, usage }])
  })

  it("a cancelled attempt: what is not known is estimated, and marked", async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const model = {
      name: "acme:slow",
      ask: (_request: object, { signal, onText }: { signal: AbortSignal; onText: (text: string) => void }) => {
        onText("I begin to think about the stones.")
        resolve()
        return new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
      },
    }
    const { agent } = await agentWith({ model, prices: { "acme:*": { input: 1, output: 1 } } })
    const session = await agent.open()
    const turn = session.send("How many stones are there?")
    await begun
    await session.cancel()
    const { outcome, usage } = await turn.result()
    expect([outcome, usage]).toEqual([
      "cancelled",
      {
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        costUsd: expect.any(Number),
        estimated: true,
      },
    ])
    expect(usage.outputTokens).toBeGreaterThan(4)
    expect(await agent.usage()).toMatchObject([{ model: "acme:slow", requests: 1, usage }])
  })

  it("the time of tools and models, but not that of a person who is asked", async () => {
    const clock = new FakeClock()
    const slow = tool({
      ...look,
      effect: "once",
      run: async () => {
        await clock.advance(400)
        return "seen"
      },
    })
    const { agent, asked } = await agentWith({ clock, tools: [slow], limits: { turn: { ms: 1000 } } })
    const session = await agent.open()
    const met: Event[] = []
    let end: Event | undefined
    for await (const event of session.send("look around")) {
      if (event.type === "approval-requested") {
        await clock.advance(60_000)
        await session.decide(event, "approve")
      }
      if (event.type === "usage-limit") met.push(event)
      if (event.type === "turn-end") end = event
    }
    expect(asked()).toBe(3)
    expect(met).toMatchObject([
      { level: "near", limit: "ms", used: 800 },
      { level: "reached", limit: "ms", used: 1200 },
    ])
    expect(end).toMatchObject({ error: { message: expect.stringContaining("1.2 of 1 seconds of work in this turn") } })
  })

  it.each([
    { name: "is not asked beyond the limit, and the answer stands", costUsd: 0.3, judged: 0 },
    { name: "is asked below it", costUsd: 9, judged: 1 },
  ])("requests beside the conversation: a judge $name", async ({ costUsd, judged }) => {
    let asked = 0
    const judge = scripted(() => {
      asked++
      return '{"verdict":"finished"}'
    })
    const { agent } = await agentWith({
      judge,
      finish: [{ name: "doubt", check: () => ({ kind: "ask", evidence: "It is short." }) }],
      script: () => ({
        text: "I will look at the file now.",
        usage: { inputTokens: 90, outputTokens: 10, costUsd: 0.3 },
      }),
      limits: { turn: { costUsd } },
    })
    const { end } = await turnOf(await agent.open(), "Please look at the file and tell me what is in it.")
    expect([asked, end?.outcome]).toEqual([judged, "completed"])
  })

  it("a stream that broke off, by what its first event reported, at the list price", async () => {
    const usage = { inputTokens: 10_000, outputTokens: 40, cacheReadTokens: 8000 }
    const server = await modelServer({ script: () => ({ text: "There are seven stones. ".repeat(40), usage }) })
    onTestFinished(() => server.close())
    server.misbehave({ kind: "cut", afterBytes: 1500 })
    const model = modelFrom("anthropic:claude-sonnet-4-5", { apiKey: "k", baseUrl: server.anthropic })
    const retry = { firstMs: 0, jitter: 0 }
    const { agent } = await agentWith({ model, profile: (options) => defaultProfile({ ...options, retry }) })
    const session = await agent.open()
    await session.ask("How many stones are there?")
    const facts = await session.facts()
    const failed = facts.find((fact) => fact.type === "model-failed")
    expect(failed).toMatchObject({
      error: { code: "stream-cut" },
      usage: { inputTokens: 10_000, cacheReadTokens: 8000, estimated: true },
    })
    const before = (2000 * 3 + 8000 * 0.3) / 1e6
    expect(failed?.usage?.costUsd).toBeGreaterThan(before)
    expect(failed?.usage?.costUsd).toBeLessThan(before + (400 * 15) / 1e6)
    const answered = facts.find((fact) => fact.type === "model-answered")
    expect(answered?.usage?.costUsd).toBeCloseTo(before + (40 * 15) / 1e6, 9)
    expect(await agent.usage()).toMatchObject([{ model: "anthropic:claude-sonnet-4-5", requests: 2, unpriced: 0 }])
  })

  it("what a process used that died: its open request gets its end, and is not made again beyond the limit", async () => {
    const usage = { inputTokens: 90, outputTokens: 10 }
    const look1 = [said("look"), asked("1.1.1"), { ...answered({ calls: [aCall("a")] }), usage } as Draft]
    const facts = stamp([opened("s"), ...look1, toolStarted("a"), toolFinished("a"), asked("1.2.1", 6)])
    const [first, ...later] = facts as [Fact, ...Fact[]]
    const store = memory()
    const past = { facts: later, columns: columnsOf(foldFacts(facts)), hashes: [] }
    await store.sessions.create({ id: "s", opened: first, profile: "default", past })
    const { agent, asked: requests } = await agentWith({ store, limits: { turn: { tokens: 100 } } })
    const session = await agent.open({ id: "s" })
    for await (const event of session.events()) if (event.type === "turn-end") break
    const end = (await session.facts()).slice(facts.length)
    expect(requests()).toBe(0)
    expect(end).toMatchObject([
      { type: "model-failed", attempt: "1.2.1", error: { class: "interrupted" } },
      { type: "usage-limit-met", level: "reached", used: 100 },
      { type: "turn-finished", outcome: "failed", error: { code: "usage-limit" } },
    ])
  })
})

describe("limits of tool calls", () => {
  it.each<{ name: string; limits: Limits; script: Script; ran: readonly string[]; asked: number }>([
    {
      name: "one after another",
      limits: { turn: { toolCalls: 2 } },
      script: looking,
      ran: ["ok", "ok", "refused"],
      asked: 3,
    },
    {
      name: "at once",
      limits: { session: { toolCalls: 2 } },
      script: ({ results }) =>
        results.length > 0 ? "done" : { calls: [1, 2, 3, 4].map((at) => call("look", { at })) },
      ran: ["ok", "ok", "refused", "refused"],
      asked: 1,
    },
    { name: "none at all", limits: { turn: { toolCalls: 0 } }, script: looking, ran: ["refused"], asked: 1 },
  ])("refuse the call beyond them and end the turn: $name", async ({ limits, script, ran, asked: most }) => {
    const { agent, asked } = await agentWith({ limits, script })
    const session = await agent.open()
    const { end } = await turnOf(session, "look around")
    const facts = await session.facts()
    const inOrder = (a: { readonly call: string }, b: { readonly call: string }) => (a.call < b.call ? -1 : 1)
    const results = facts.filter((fact) => fact.type === "tool-finished").toSorted(inOrder)
    expect(results.map(({ outcome }) => outcome)).toEqual(ran)
    expect(results.at(-1)).toMatchObject({
      code: "usage-limit",
      content: [{ text: expect.stringMatching(/^Not run: "look" would be call \d of \d tool calls/) }],
    })
    expect([asked(), end?.error?.code]).toEqual([most, "usage-limit"])
    expect(isExact(facts)).toMatchObject({ exact: true })
  })

  it("let a turn answer that made exactly as many", async () => {
    const { agent } = await agentWith({ limits: { turn: { toolCalls: 5 } } })
    const { end } = await turnOf(await agent.open(), "look around")
    expect(end).toMatchObject({ outcome: "completed", text: "That is all." })
  })
})

describe("an owner", () => {
  it("has one limit for all sessions, in all agents of the store, and a new one each day", async () => {
    const [store, clock] = [memory(), new FakeClock(Date.parse("2026-01-30T23:00:00Z"))]
    const limits = { owner: { costUsd: 1 } }
    const [a, b] = [await agentWith({ store, clock, limits }), await agentWith({ store, clock, limits })]
    const first = await turnOf(await a.agent.open({ owner: "ann" }), "look around")
    const second = await turnOf(await b.agent.open({ owner: "ann" }), "look around")
    expect([first.end?.outcome, second.end?.error?.code, b.asked()]).toEqual(["completed", "usage-limit", 4])
    expect(second.end?.error?.message).toContain("1 of 1 USD of this owner today (UTC) (limits.owner.costUsd)")
    const other = await turnOf(await b.agent.open({ owner: "bob" }), "look around")
    expect(other.end?.outcome).toBe("completed")
    await clock.advance(2 * 3_600_000)
    const tomorrow = await turnOf(await a.agent.open({ owner: "ann" }), "look around")
    expect(tomorrow.end?.outcome).toBe("completed")
    const rows = await a.agent.usage({ owner: "ann" })
    expect(rows.map(({ day, requests, usage }) => [day, requests, usage.costUsd])).toEqual([
      ["2026-01-30", 10, expect.closeTo(1)],
      ["2026-01-31", 6, expect.closeTo(0.6)],
    ])
    expect(await a.agent.usage({ owner: "ann", from: "2026-01-31", to: "2026-01-31" })).toHaveLength(1)
    await expect(a.agent.usage({ from: "yesterday" })).rejects.toThrow('from is "yesterday", but has to be a day')
  })

  it("pays for children once; the parent's turn and session count them too", async () => {
    const script: Script = ({ said, results }) => {
      const usage = { inputTokens: 90, outputTokens: 10, costUsd: 0.1 }
      if (said === "team" && results.length === 0) return { calls: [call("delegate", { task: "sum" })], usage }
      return { text: "done", usage }
    }
    const { agent, asked } = await agentWith({ script, delegation: true, limits: { turn: { costUsd: 0.2 } } })
    const session = await agent.open({ owner: "ann" })
    const { end } = await turnOf(session, "team")
    expect([asked(), end?.error?.code, end?.usage.costUsd]).toEqual([2, "usage-limit", 0.2])
    expect(await agent.usage({ owner: "ann" })).toMatchObject([{ requests: 2, usage: { costUsd: 0.2 }, toolCalls: 1 }])
  })

  it("keeps the sums of removed sessions, and forks add nothing to them", async () => {
    const { agent } = await agentWith({})
    const session = await agent.open({ id: "s", owner: "ann" })
    await turnOf(session, "look around")
    const before = await agent.usage()
    await session.fork({})
    await agent.sessions.remove("s")
    expect(await agent.usage()).toEqual(before)
    expect(before).toMatchObject([{ owner: "ann", model: "scripted", requests: 6, unpriced: 0, toolCalls: 5 }])
  })
})

describe("a model without a known price", () => {
  it("is told of once when there is a limit of costs, and counts tokens", async () => {
    const told: unknown[] = []
    const { agent } = await agentWith({
      script: () => ({ text: "ok", usage: { inputTokens: 90, outputTokens: 10 } }),
      limits: { turn: { costUsd: 0.1 }, session: { tokens: 200 } },
      onError: (_session, error) => told.push(error),
    })
    const session = await agent.open()
    await session.ask("one")
    await session.ask("two")
    const third = await session.ask("three")
    expect(told).toMatchObject([
      { code: "price-unknown", message: expect.stringContaining('the price of "scripted" is not known') },
    ])
    expect([third.outcome, third.error?.code]).toEqual(["failed", "usage-limit"])
    expect(await agent.usage()).toMatchObject([{ requests: 2, unpriced: 2, usage: { inputTokens: 180 } }])
  })

  it("costs what the user says, and the log keeps that when prices change", async () => {
    const store = memory()
    const script: Script = () => ({
      text: "ok",
      usage: { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 500_000 },
    })
    const first = await agentWith({ store, script, prices: { scripted: { input: 2, output: 8, cacheRead: 0.2 } } })
    const session = await first.agent.open({ id: "s" })
    expect((await session.ask("one")).usage.costUsd).toBe(1.1)
    await first.agent.close()
    const second = await agentWith({ store, script, prices: { scripted: { input: 4, output: 8 } } })
    const again = await second.agent.open({ id: "s" })
    expect((await again.ask("two")).usage.costUsd).toBe(4)
    expect((await again.info()).usage.costUsd).toBe(5.1)
  })
})

describe("wrong limits and prices are refused with what to write instead", () => {
  it.each<[string, object, RegExp]>([
    [
      "an unknown scope",
      { limits: { day: { costUsd: 1 } } },
      /limits\.day: there is none; limits are of message, turn, session, owner/,
    ],
    [
      "an unknown limit",
      { limits: { turn: { cost: 1 } } },
      /limits\.turn\.cost: there is none; turn has costUsd, tokens, ms, toolCalls/,
    ],
    ["a limit on its own", { limits: { turn: 1 } }, /limits\.turn: an object with costUsd/],
    ["no object", { limits: 1 }, /limits: an object such as/],
    ["a text", { limits: { turn: { costUsd: "1" } } }, /limits\.turn\.costUsd: a number above 0/],
    [
      "a name of before",
      { maxFiles: 3 },
      /maxFiles: there is no such option; write limits: \{ session: \{ files \} \}/,
    ],
    [
      "a price without output",
      { prices: { "a:b": { input: 1 } } },
      /prices\["a:b"\]: US dollars per million tokens, as in/,
    ],
    [
      "an unknown price",
      { prices: { "a:b": { input: 1, output: 1, cached: 1 } } },
      /prices\["a:b"\]\.cached: there is none/,
    ],
    [
      "a price below 0",
      { prices: { "a:b": { input: -1, output: 1 } } },
      /prices\["a:b"\]\.input: a number of at least 0/,
    ],
  ])("%s", async (_name, options, words) => {
    await expect(createAgent({ model: scripted(() => "ok"), ...options })).rejects.toThrow(words)
  })
})
