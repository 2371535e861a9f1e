// Events about a filling window and a compacted history, live and for subscribers that resume.
import { describe, expect, it } from "vitest"
import { createAgent } from "../agent/create-agent.ts"
import type { Event } from "../contracts/event.ts"
import type { Draft } from "../contracts/fact.ts"
import type { HistoryCompacted } from "../features/compaction/facts/history-compacted.ts"
import { call, scripted } from "../model/scripted.ts"
import { answered, asked, finished, modelFailed, opened, said, stamp } from "../testing/fact-builders.ts"
import { tool } from "../tools/tool.ts"
import { streamObjections } from "./__fixtures__/stream-objections.ts"
import { Cursor } from "./cursor.ts"
import { parsePosition, START } from "./position.ts"

const budget = { window: 4096, system: 1, tools: 2, history: 3, output: 4, safety: 5, remaining: 4081 }
const error = { class: "network", code: "network", message: "network" }
const summary = (draft: Draft) => ({ ...draft, purpose: "summary" }) as Draft
const compacted = (more: Partial<HistoryCompacted> = {}): Draft => ({
  type: "history-compacted",
  strategy: "mask-results, summarise",
  from: 0,
  to: 1,
  summary: "Notes.",
  contract: {},
  ...more,
})

function told(drafts: readonly Draft[], position = START): readonly Event[] {
  const cursor = new Cursor(position)
  return stamp([opened(), ...drafts]).flatMap((fact) => (fact.seq > position.seq ? cursor.publish(fact) : []))
}

describe("compaction events", () => {
  it.each<{ name: string; drafts: readonly Draft[]; events: readonly object[] }>([
    {
      name: "none when a compaction is requested",
      drafts: [{ type: "compaction-asked", command: "c" }],
      events: [],
    },
    {
      name: "compaction-start when a model is asked for the summary",
      drafts: [summary(asked("compact.1"))],
      events: [{ type: "compaction-start" }],
    },
    {
      name: "none for the text of the summary",
      drafts: [summary(answered({ text: "Notes." }, "compact.1"))],
      events: [],
    },
    {
      name: "compaction-failed when there is no summary",
      drafts: [summary(modelFailed("network", "compact.1"))],
      events: [{ type: "compaction-failed", error }],
    },
    {
      name: "compaction-failed when the summary is empty (F25, X7)",
      drafts: [summary(answered({ text: " \n" }, "compact.1"))],
      events: [
        {
          type: "compaction-failed",
          error: { class: "output", code: "empty-answer", message: "The model's summary is empty." },
        },
      ],
    },
    {
      name: "none when a runner was stopped: the next one asks again",
      drafts: [summary(modelFailed("interrupted", "compact.1"))],
      events: [],
    },
    {
      name: "compaction-done with the sizes and what was lost",
      drafts: [compacted({ why: "overflow", tokens: { before: 9, after: 3 }, contract: { lost: ["2 older files"] } })],
      events: [
        {
          type: "compaction-done",
          strategy: "mask-results, summarise",
          why: "overflow",
          tokens: { before: 9, after: 3 },
          lost: ["2 older files"],
        },
      ],
    },
    {
      name: "compaction-done for an older log",
      drafts: [compacted()],
      events: [{ type: "compaction-done", strategy: "mask-results, summarise", lost: [] }],
    },
  ])("$name", ({ drafts, events }) => {
    expect(told(drafts).map(({ position: _position, ...event }) => event)).toEqual(events)
  })
})

describe("the context-budget event", () => {
  const log = [said("go"), { ...asked(), budget } as Draft, answered({ text: "Hello" }), finished()]

  it("comes right after iteration-start, once for every measured request", () => {
    const types = told(log).map(({ type }) => type)
    expect(types.slice(2, 5)).toEqual(["iteration-start", "context-budget", "text-start"])
    expect(told(log)[3]).toMatchObject({ type: "context-budget", attempt: "1.1.1", budget })
  })

  it("reaches a subscriber that resumes after any event: nothing twice, nothing lost", () => {
    const whole = told(log)
    for (const [index, { position }] of whole.entries())
      expect(told(log, parsePosition(position)).map(({ type }) => type)).toEqual(
        whole.slice(index + 1).map(({ type }) => type),
      )
  })
})

describe("a session that condenses its history", () => {
  const look = tool({
    name: "look",
    description: "",
    input: { type: "object", properties: { n: { type: "number" } } },
    effect: "read",
    run: () => "seen ".repeat(150),
  })

  async function live() {
    let round = 0
    const model = scripted(({ request }) => {
      if (request.tools.length === 0) return "Looked around a lot."
      return ++round % 12 === 0 ? "Done." : { calls: [call("look", { n: round })] }
    })
    const agent = await createAgent({ model, tools: [look], window: 4096 })
    const session = await agent.open()
    const events: Event[] = []
    for await (const event of session.send("Look around.")) events.push(event)
    await session.compact({ focus: "what was seen" })
    for await (const event of session.events({ after: events.at(-1)?.position ?? 0 })) {
      events.push(event)
      if (event.type === "compaction-done") break
    }
    return { agent, session, events }
  }

  it("publishes start before done, within a turn and between turns, in one valid stream", async () => {
    const { agent, events } = await live()
    await using _ = agent
    expect(streamObjections(events)).toEqual([])
    const compactions = events.flatMap(({ type }) => (type.startsWith("compaction-") ? [type] : []))
    expect(compactions.length).toBeGreaterThanOrEqual(4)
    const starts = compactions.filter((type) => type === "compaction-start").length
    expect(compactions.filter((type) => type === "compaction-done").length).toBeGreaterThanOrEqual(starts)
    expect(compactions.slice(-2)).toEqual(["compaction-start", "compaction-done"])
    const inTurn = events.findIndex(({ type }) => type === "compaction-done")
    expect(inTurn).toBeLessThan(events.findIndex(({ type }) => type === "turn-end"))
    const budgets = events.flatMap((event) => (event.type === "context-budget" ? [event.budget] : []))
    // One for each request, and one for the final answer.
    expect(budgets.length).toBe(events.filter(({ type }) => type === "iteration-start").length + 1)
    for (const { window, system, tools, history, output, safety, remaining } of budgets)
      expect(system + tools + history + output + safety + remaining).toBe(window)
  })

  it("publishes the rest to a subscriber that resumes at any position: nothing twice, nothing lost", async () => {
    const { agent, session, events } = await live()
    await using _ = agent
    const isWord = ({ type }: Event) => /^(text|thinking)-/.test(type)
    const stayed = events.filter((event) => !isWord(event))
    const last = events.at(-1)?.position
    for (const [index, { position }] of events.entries()) {
      if (index === events.length - 1) break
      const rest: Event[] = []
      for await (const event of session.events({ after: position })) {
        rest.push(event)
        if (event.position === last) break
      }
      const expected = stayed.filter((event) => events.indexOf(event) > index)
      expect(rest.filter((event) => !isWord(event))).toEqual(expected)
    }
  })
})
