// /compact through a session: at any moment, in any process, and no open approval or question is lost.
import { describe, expect, it } from "vitest"
import { createAgent } from "../../agent/create-agent.ts"
import type { Event } from "../../contracts/event.ts"
import type { Fact } from "../../contracts/fact.ts"
import { call, type ScriptRequest, scripted } from "../../model/scripted.ts"
import type { Session } from "../../session/handle.ts"
import { memory } from "../../store/memory.ts"
import { tool } from "../../tools/tool.ts"

const isSummary = ({ request }: ScriptRequest) => request.system.startsWith("You condense")
const types = (facts: readonly Fact[]) => facts.map(({ type }) => type)
const input = { type: "object" } as const
const pay = tool({ name: "pay", description: "", input, approval: true, effect: "once", run: () => "paid" })
const ask = tool({
  name: "ask",
  description: "",
  input,
  question: () => ({ question: "Which?", suggestions: [] }),
  effect: "once",
  run: () => "",
})

const WORDS = ["one", "two", "three"]

async function stage(options: { readonly slow?: Promise<void>; readonly profile?: string } = {}) {
  const asked: string[] = []
  const model = scripted(async (request) => {
    if (isSummary(request)) {
      asked.push(request.request.system)
      await options.slow
      return "Three things were said."
    }
    const wish = /\b(pay|ask)\b/.exec(request.said)?.[0]
    if (wish !== undefined && request.results.length === 0) return { calls: [call(wish)] }
    const heard = request.said.split("\n").at(-1) ?? ""
    // Long enough that a compaction gains something.
    const more = WORDS.includes(heard) ? ` ${"And so it went on. ".repeat(60)}` : ""
    return `Heard ${request.results.map(({ text }) => text).join(", ") || heard}.${more}`
  })
  const store = memory()
  const agent = await createAgent({
    model,
    store,
    tools: [pay, ask],
    ...(options.profile !== undefined && { profile: options.profile }),
  })
  const session = await agent.open({ id: "s" })
  for (const word of WORDS) await session.ask(word)
  return { agent, session, store, asked, [Symbol.asyncDispose]: () => agent.close() }
}

async function until(session: Session, wanted: Event["type"], after: string | number): Promise<readonly Event[]> {
  const events: Event[] = []
  for await (const event of session.events({ after })) {
    events.push(event)
    if (event.type === wanted) break
  }
  return events
}

describe("a user asks to condense the history", () => {
  it("while nothing runs: it is done at once, with the emphasis they ask for", async () => {
    await using told = await stage()
    const { session } = told
    const head = await told.store.log.head("s")
    await session.compact({ focus: "the second word" })
    const events = await until(session, "compaction-done", head)
    expect(events).toMatchObject([{ type: "compaction-start" }, { type: "compaction-done", why: "asked", lost: [] }])
    expect(told.asked).toEqual([expect.stringMatching(/Dwell on this above all: the second word$/)])
    const messages = await session.messages()
    expect(messages.length).toBeLessThan(6)
    expect(JSON.stringify(messages)).toMatch(/one[\s\S]*two[\s\S]*Three things were said/)
    expect(await session.ask("four")).toMatchObject({ outcome: "completed", text: "Heard four." })
  })

  it("while a turn runs: it is done between two rounds, and the turn continues", async () => {
    await using told = await stage()
    const { session } = told
    const turn = session.send("please pay")
    for await (const event of turn) {
      if (event.type !== "approval-requested") continue
      await session.compact()
      await session.decide(event.call, "approve")
    }
    expect(await turn.result()).toMatchObject({ outcome: "completed", text: "Heard paid." })
    const facts = types(await session.facts())
    const places = ["approval-settled", "tool-finished", "history-compacted", "turn-finished"].map((type) =>
      facts.lastIndexOf(type as never),
    )
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it.each([
    {
      wish: "pay",
      opens: "approval-requested",
      settle: (session: Session, id: string) => session.decide(id, "approve"),
      heard: "paid",
    },
    {
      wish: "ask",
      opens: "question-asked",
      settle: (session: Session, id: string) => session.answer(id, "blue"),
      heard: "blue",
    },
  ] as const)(
    "while $opens is pending: it survives, and is condensed after it is settled",
    async ({ wish, opens, settle, heard }) => {
      await using told = await stage()
      const { session, store } = told
      const turn = session.send(`please ${wish}`)
      await turn.accepted()
      const open = (await until(session, opens, 0)).at(-1)
      const id = open !== undefined && "call" in open ? open.call : ""
      await session.compact({ id: "c" })
      // From here on everything happens after the command was promoted.
      await untilRecorded(session, "compaction-asked")
      expect((await store.sessions.get("s"))?.openRequests).toMatchObject([{ call: id }])
      expect(types(await session.facts())).not.toContain("history-compacted")
      await settle(session, id)
      expect(await turn.result()).toMatchObject({ outcome: "completed", text: `Heard ${heard}.` })
      expect(types(await session.facts()).filter((type) => type === "history-compacted")).toHaveLength(1)
    },
  )

  it("and speaks while the summary is made: the message waits, and is answered", async () => {
    let go = () => {}
    const slow = new Promise<void>((resolve) => {
      go = resolve
    })
    await using told = await stage({ slow })
    const { session } = told
    await session.compact()
    await until(session, "compaction-start", 0)
    const turn = session.send("four")
    await turn.accepted()
    go()
    expect(await turn.result()).toMatchObject({ outcome: "completed", text: "Heard four." })
    const facts = types(await session.facts())
    expect(facts.lastIndexOf("history-compacted")).toBeLessThan(facts.lastIndexOf("model-answered"))
  })

  it("and cancels the turn meanwhile: both finish", async () => {
    let go = () => {}
    const slow = new Promise<void>((resolve) => {
      go = resolve
    })
    await using told = await stage({ slow })
    const { session } = told
    const turn = session.send("please pay")
    for await (const event of turn) {
      if (event.type === "approval-requested") {
        await session.compact()
        await session.decide(event.call, "approve")
      }
      if (event.type === "compaction-start") {
        await session.cancel()
        go()
      }
    }
    expect(await turn.result()).toMatchObject({ outcome: "cancelled" })
    expect(await session.ask("after")).toMatchObject({ outcome: "completed", text: "Heard after." })
    expect(types(await session.facts()).filter((type) => type === "history-compacted").length).toBeGreaterThanOrEqual(1)
  })

  it("or the window fills, and a cancel comes meanwhile: the compaction is done before the turn ends", async () => {
    const story = "and so on ".repeat(120)
    const model = scripted((request) => (isSummary(request) ? new Promise<string>(() => {}) : `I see. ${story}`))
    await using agent = await createAgent({ model, window: 4096 })
    const session = await agent.open()
    for (let turn = 0; turn < 20; turn++) {
      const stream = session.send(`Go on ${turn}.`)
      const seen: string[] = []
      for await (const event of stream) {
        seen.push(event.type)
        if (event.type === "compaction-start") await session.cancel()
      }
      if (!seen.includes("compaction-start")) continue
      expect(await stream.result()).toMatchObject({ outcome: "cancelled" })
      expect(seen.filter((type) => /compaction|cancelled|turn-end/.test(type))).toEqual([
        "compaction-start",
        "cancelled",
        "compaction-failed",
        "compaction-done",
        "turn-end",
      ])
      return
    }
    expect.fail("The window never filled.")
  })

  it("twice with one id: it is done once", async () => {
    await using told = await stage()
    await Promise.all([told.session.compact({ id: "c" }), told.session.compact({ id: "c" })])
    await until(told.session, "compaction-done", 0)
    expect(types(await told.session.facts()).filter((type) => type === "compaction-asked")).toHaveLength(1)
  })

  it("in a session without messages: it is reported that there is nothing to gain", async () => {
    await using told = await stage()
    const empty = await told.agent.open({ id: "empty" })
    await empty.compact()
    expect((await until(empty, "compaction-done", 0)).at(-1)).toMatchObject({ strategy: "nothing to gain" })
  })

  it.each(["default", "chat-service", "local-desktop", "terminal"])(
    "in profile %s: there are fewer messages, and the first message is the same",
    async (profile) => {
      await using told = await stage({ profile })
      const before = (await told.session.messages()).length
      await told.session.compact()
      await until(told.session, "compaction-done", 0)
      const after = await told.session.messages()
      expect(after.length).toBeLessThan(before)
      expect(JSON.stringify(after)).toContain("one")
    },
  )
})

describe("a session's context", () => {
  it("is measured for the request that would be sent: what remains grows when the history is condensed", async () => {
    await using told = await stage()
    const { session } = told
    for (let turn = 0; turn < 6; turn++) await session.ask(`More words: ${"and so on ".repeat(100)}`)
    const before = await session.context()
    await session.compact()
    await until(session, "compaction-done", 0)
    const after = await session.context()
    const { window, system, tools, history, output, safety, remaining } = after.budget
    expect(system + tools + history + output + safety + remaining).toBe(window)
    expect(after.messages.length).toBeLessThan(before.messages.length)
    expect(after.budget.system).toBe(before.budget.system)
  })
})

/** Waits for facts that make no event by polling the log. */
async function untilRecorded(session: Session, type: Fact["type"]): Promise<void> {
  while (!types(await session.facts()).includes(type)) await new Promise((resolve) => setImmediate(resolve))
}
