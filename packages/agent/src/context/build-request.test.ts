// requestBuilder: what is sent to a model, its size, and that the size matches what is sent.
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { plainText } from "../contracts/content.ts"
import type { Section } from "../contracts/context.ts"
import type { Draft } from "../contracts/fact.ts"
import type { Message } from "../contracts/message.ts"
import type { ToolDefinition } from "../contracts/model.ts"
import type { HistoryCompacted } from "../features/compaction/facts/history-compacted.ts"
import { stateAfter } from "../kernel/rules/__fixtures__/state-after.ts"
import { renderDigest } from "../kernel/state/digest.ts"
import type { State } from "../kernel/state/state.ts"
import { aCall, answered, asked, ending, said, steered, told, toolFinished } from "../testing/fact-builders.ts"
import { addCounts, countText } from "../tokens/counts.ts"
import { countMessage, countTools } from "../tokens/message-counts.ts"
import { estimate, startingWeights } from "../tokens/weights.ts"
import { turns, words } from "./__fixtures__/shapes.ts"
import { type ContextOptions, requestBuilder } from "./build-request.ts"

const TUESDAY = Date.UTC(2026, 5, 9, 10)
const tool = (name: string): ToolDefinition => ({ name, description: words(8), inputSchema: { type: "object" } })
const tools = [tool("look"), tool("write")]
const system: Section = { name: "instructions", text: "Be kind.", place: "system" }
const live: Section = { name: "live:weather", text: "It rains.", place: "turn" }

function builder(more: Partial<ContextOptions> = {}, sections: readonly Section[] = [system]) {
  return requestBuilder({
    prompt: async () => sections,
    definitions: () => tools,
    blobs: { read: async () => undefined },
    fitting: { models: [{ name: "", window: 32_768 }] },
    place: "message",
    now: () => TUESDAY,
    zone: "UTC",
    ...more,
  })
}

const wordsOf = (message: Message | undefined) =>
  message === undefined ? "" : message.role === "assistant" ? message.text : plainText(message.parts)
const compacted = (to: number, more: Partial<HistoryCompacted> = {}): Draft => ({
  type: "history-compacted",
  strategy: "x",
  from: 0,
  to,
  summary: "It went well.",
  contract: { goal: "Task 1", open: ["b.md"], said: [{ at: 0, parts: [{ type: "text", text: "Task 1, tomorrow" }] }] },
  ...more,
})

/** A turn of three rounds as it grows, with nudges and steering. */
const ROUNDS: readonly { readonly name: string; readonly drafts: readonly Draft[] }[] = [
  { name: "before the first request", drafts: [] },
  {
    name: "in the first round",
    drafts: [asked("3.1.1"), answered({ text: "a", calls: [aCall("x")] }, "3.1.1"), toolFinished("x")],
  },
  {
    name: "in the second round, with a nudge",
    drafts: [
      asked("3.1.1"),
      answered({ text: "a", calls: [aCall("x"), aCall("y")] }, "3.1.1"),
      toolFinished("x"),
      toolFinished("y"),
      asked("3.2.1"),
      answered({ text: "b" }, "3.2.1"),
      told({ attempt: "3.2.1" }),
    ],
  },
  {
    name: "in the second round, with a steering message",
    drafts: [
      asked("3.1.1"),
      steered("hurry", 3),
      answered({ text: "a", calls: [aCall("x")] }, "3.1.1"),
      toolFinished("x"),
      asked("3.2.1"),
    ],
  },
]

describe("requestBuilder: the text of the turn", () => {
  const before = turns(2)
  const own = said("Move it to tomorrow", 3)

  it.each(ROUNDS)("precedes the user's words of the turn, $name", async ({ drafts }) => {
    const { load } = await builder({}, [system, live])(stateAfter([...before, own, ...drafts]))
    const { messages } = await load()
    const front = messages.filter((message) => wordsOf(message).includes("It rains."))
    expect(front.map(wordsOf)).toEqual([
      expect.stringMatching(/^<live_state name="weather">[\s\S]*It rains\.[\s\S]*Move it to tomorrow$/),
    ])
  })

  it("leaves the message the same object from request to request, so that it is encoded once", async () => {
    const build = builder({}, [system, live])
    const state = stateAfter([...before, own, ...(ROUNDS[1]?.drafts ?? [])])
    const [one, two] = await Promise.all([1, 2].map(async () => (await (await build(state)).load()).messages))
    const isFront = (message: Message) => wordsOf(message).includes("It rains.")
    expect(one?.find(isFront)).toBeDefined()
    expect(one?.find(isFront)).toBe(two?.find(isFront))
  })

  it.each(ROUNDS)("has dates next to words that need them, $name (L28)", async ({ drafts }) => {
    const state = stateAfter([...before, own, ...drafts])
    const { load } = await builder({ style: { dated: true } })(state)
    const { messages } = await load()
    const dated = messages.filter((message) => /\[Today is /.test(wordsOf(message)))
    expect(dated.map(wordsOf)).toEqual([
      expect.stringMatching(/^\[Today is \w+, \d{4}-\d\d-\d\d\.[\s\S]*Move it to tomorrow$/),
    ])
  })

  it.each([
    { name: "before the turn", to: 7, first: /went well[\s\S]*goes on from here/ },
    { name: "before the turn, keeping some messages", to: 3, first: /went well/ },
    { name: "into the turn", to: 8, first: /^<live_state/ },
  ])("is still there when the history was compacted $name", async ({ to }) => {
    const long = [
      ...before,
      own,
      asked("3.1.1"),
      answered({ text: "a", calls: [aCall("x")] }, "3.1.1"),
      toolFinished("x"),
      asked("3.2.1"),
      answered({ text: "b", calls: [aCall("y")] }, "3.2.1"),
      toolFinished("y"),
    ]
    const { load } = await builder({ style: { dated: true } }, [system, live])(stateAfter([...long, compacted(to)]))
    const { messages } = await load()
    const all = messages.map(wordsOf)
    expect(all.filter((each) => each.includes("It rains."))).toHaveLength(1)
    expect(all.filter((each) => each.includes("[Today is "))).toHaveLength(1)
    expect(messages[0]?.role).toBe("user")
  })

  it("has no dates if the user mentions no days, or if the profile turns them off", async () => {
    const state = stateAfter([...before, said("Move it away", 3)])
    const plain = await (await builder({ style: { dated: true } })(state)).load()
    expect(JSON.stringify(plain.messages)).not.toContain("Today is")
    const unwanted = await (await builder()(stateAfter([...before, own]))).load()
    expect(JSON.stringify(unwanted.messages)).not.toContain("Today is")
  })

  it("has dates for steering messages, too (L28)", async () => {
    const state = stateAfter([
      ...before,
      said("Move it", 3),
      asked("3.1.1"),
      answered({ text: "Where?" }, "3.1.1"),
      steered("to next Friday", 3),
    ])
    const { messages } = await (await builder({ style: { dated: true } })(state)).load()
    expect(JSON.stringify(messages)).toContain("Today is")
  })

  it("is stored under its own hash, beside the system prompt and the tools", async () => {
    const { sections, blobs } = await builder({}, [system, live])(stateAfter([own]))
    expect(Object.keys(sections)).toEqual(["system", "turn", "tools", "catalogue"])
    for (const { hash, bytes } of blobs) expect(createHash("sha256").update(bytes).digest("hex")).toBe(hash)
    expect(blobs.map(({ hash }) => hash)).toEqual(Object.values(sections))
    const names = JSON.stringify(tools.map(({ name }) => name).sort())
    const texts = blobs.map(({ bytes }) => new TextDecoder().decode(bytes))
    expect(texts).toEqual(["Be kind.", expect.stringContaining("It rains."), JSON.stringify(tools), names])
  })
})

describe("requestBuilder", () => {
  it("stores a section once as long as it does not change", async () => {
    const build = builder()
    const [first, second] = [await build(stateAfter([said("a")])), await build(stateAfter([said("b")]))]
    expect(second.sections).toEqual(first.sections)
    expect(second.blobs[0]).toBe(first.blobs[0])
  })

  it("builds a last request without tools, with the sampling for prose", async () => {
    const sampling = { tools: { temperature: 0.1 }, prose: { temperature: 0.7 } }
    const build = builder({ sampling })
    const [usual, last] = await Promise.all(
      [[said("go")], [said("go"), ending()]].map(async (log) => (await build(stateAfter(log))).load()),
    )
    expect([usual?.tools.length, usual?.sampling]).toEqual([2, { temperature: 0.1 }])
    expect([last?.tools.length, last?.sampling]).toEqual([0, { temperature: 0.7 }])
  })

  it.each<{ place: "message" | "system"; inMessage: boolean }>([
    { place: "message", inMessage: true },
    { place: "system", inMessage: false },
  ])("shows a digest in the $place, the user's words always in a message (L6)", async ({ place, inMessage }) => {
    const state = stateAfter([...turns(2), said("go", 3), compacted(3)])
    const sections =
      place === "system"
        ? [
            system,
            {
              name: "summary",
              text: renderDigest(state.digest ?? { summary: "", contract: {} }),
              place: "system" as const,
            },
          ]
        : [system]
    const request = await (await builder({ place }, sections)(state)).load()
    expect(wordsOf(request.messages[0])).toContain("Task 1, tomorrow")
    expect(wordsOf(request.messages[0]).includes("It went well.")).toBe(inMessage)
    expect(request.system.includes("It went well.")).toBe(!inMessage)
  })

  it("includes blobs of the log, and names missing ones", async () => {
    const bytes = new TextEncoder().encode("long")
    const input = [
      { type: "blob", hash: "h", mime: "text/plain", size: 4 },
      { type: "blob", hash: "gone", mime: "text/plain", size: 4 },
    ] as const
    const state = stateAfter([{ ...said("x"), input } as Draft])
    const { blobs } = await (
      await builder({ blobs: { read: async (hash) => (hash === "h" ? bytes : undefined) } })(state)
    ).load()
    expect([...blobs]).toEqual([["h", bytes]])
  })
})

const STATES: Readonly<Record<string, State>> = {
  "a first turn": stateAfter([said("Move it to tomorrow")]),
  "a long session": stateAfter([...turns(20, 40), said("And tomorrow?", 21)]),
  "a condensed one": stateAfter([...turns(20, 40), said("And tomorrow?", 21), compacted(59)]),
  "open calls": stateAfter([said("go"), asked(), answered({ calls: [aCall("a")] }), toolFinished("a")]),
  "a last answer": stateAfter([...turns(3), said("go", 4), ending()]),
}

describe.each(Object.keys(STATES))("the budget of %s", (name) => {
  const state = STATES[name] as State
  const build = builder({ style: { dated: true } }, [system, live])

  it("has parts that add up to the window (L3, F30)", async () => {
    const { budget } = await build(state)
    const { window, system: prompt, tools: offered, history, output, safety, remaining } = budget
    expect(prompt + offered + history + output + safety + remaining).toBe(window)
    expect(window).toBe(32_768)
  })

  it("matches the size of the request (F30)", async () => {
    const { budget, counts, load } = await build(state)
    const request = await load()
    const all = [countText(request.system), countTools(request.tools), ...request.messages.map(countMessage)].reduce(
      addCounts,
    )
    const measured = estimate(all, startingWeights("other"))
    const total = budget.system + budget.tools + budget.history
    // Each part is rounded up, and two messages that are sent as one have one frame less.
    expect(Math.abs(total - measured)).toBeLessThanOrEqual(8)
    expect(Math.abs(estimate(counts as never, startingWeights("other")) - measured)).toBeLessThanOrEqual(8)
  })

  it("equals the report's, whose parts are those of the request (F30)", async () => {
    const [{ budget, load }, report] = [await build(state), await build.report(state)]
    const request = await load()
    expect(report.budget).toEqual(budget)
    expect(report.system).toBe(request.system)
    expect(report.messages.map(({ message }) => message)).toEqual(request.messages)
    expect(report.tools.map(({ tool: each }) => each)).toEqual(request.tools)
    const sum = (rows: readonly { readonly tokens: number }[]) => rows.reduce((total, { tokens }) => total + tokens, 0)
    const rows = report.sections.length + report.messages.length + report.tools.length
    const total = sum(report.sections) + sum(report.messages) + sum(report.tools)
    expect(Math.abs(total - budget.system - budget.tools - budget.history)).toBeLessThanOrEqual(rows + 4)
    expect(Math.abs(sum(report.sections) - budget.system)).toBeLessThanOrEqual(report.sections.length + 2)
    expect(Math.abs(sum(report.messages) - budget.history)).toBeLessThanOrEqual(report.messages.length + 4)
  })
})

it("a report counts a digest in the system prompt once (F30)", async () => {
  const state = STATES["a condensed one"] as State
  const summary = {
    name: "summary",
    text: renderDigest(state.digest ?? { summary: "", contract: {} }),
    place: "system" as const,
  }
  const report = await builder({ place: "system" }, [system, summary]).report(state)
  const total = [...report.sections, ...report.messages, ...report.tools].reduce((all, { tokens }) => all + tokens, 0)
  const { budget } = report
  // The lead and the tag of the section are not part of a digest in a message.
  expect(Math.abs(total - budget.system - budget.tools - budget.history)).toBeLessThanOrEqual(
    40 + report.messages.length,
  )
})
