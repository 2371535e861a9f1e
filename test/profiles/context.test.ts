// What a model is shown in long sessions, profile by profile,
// over the real wire: the numbered checks of the specification.
import { describe, expect, it } from "vitest"
import type { Event } from "../../packages/agent/src/contracts/event.ts"
import { call } from "../../packages/agent/src/model/scripted.ts"
import type { ServedRequest } from "../../packages/agent/src/testing/model-server.ts"
import { countText } from "../../packages/agent/src/tokens/counts.ts"
import { estimate, startingWeights } from "../../packages/agent/src/tokens/weights.ts"
import { tool } from "../../packages/agent/src/tools/tool.ts"
import { last, longSession, messagesIn, systemOf, text, toolsIn } from "./long-session.ts"

const tokens = (words: string) => estimate(countText(words), startingWeights("gpt"))
const budgets = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === "context-budget" ? [event.budget] : []))
const done = (events: readonly Event[]) => events.flatMap((event) => (event.type === "compaction-done" ? [event] : []))

function extraTools(count: number, long: number) {
  return Array.from({ length: count }, (_, index) =>
    tool({
      name: `tool_${index}`,
      description: text(long, `purpose${index}`),
      input: { type: "object", properties: { name: { type: "string" }, count: { type: "number" } } },
      effect: "read",
      run: () => "done",
    }),
  )
}

describe("local-desktop", () => {
  const profile = "local-desktop"

  it("subtracts the measured tokens of 15 tools; the parts and the remainder add up to the window (L3)", async () => {
    await using few = await longSession({ profile, agent: { window: 32_768 } })
    await using many = await longSession({ profile, tools: extraTools(14, 12), agent: { window: 32_768 } })
    await few.ask("Please read 1 for me.")
    await many.ask("Please read 1 for me.")
    const [[small], [large]] = [budgets(few.events), budgets(many.events)]
    const sent = JSON.stringify(toolsIn(last(many.requests())))
    expect(large?.tools).not.toBe(2000)
    expect(large?.tools).toBeGreaterThan(10 * (small?.tools ?? 0))
    // As many as the definitions that were really sent, apart from how their frame is written.
    expect(large?.tools).toBeGreaterThan(tokens(sent) * 0.6)
    expect(large?.tools).toBeLessThan(tokens(sent) * 1.2)
    for (const { window, system, tools, history, output, safety, remaining } of budgets(many.events)) {
      expect(window).toBe(32_768)
      expect(system + tools + history + output + remaining + safety).toBe(window)
    }
  })

  it("L4: makes no further request with tools when too little is left, and still ends with a text", async () => {
    const script = ({ request }: { request: { tools: readonly unknown[] } }) =>
      request.tools.length > 0 ? { calls: [call("read_file", { path: "notes/1.md" })] } : "I read one file, not more."
    await using story = await longSession({
      profile,
      long: 500,
      tools: extraTools(15, 30),
      agent: { window: 4096, offer: "all" },
      script,
    })
    const result = await story.ask("Read all of them.")
    const withTools = story.requests().map((request) => toolsIn(request).length > 0)
    expect(withTools.length).toBeGreaterThan(1)
    expect(withTools).toEqual([...withTools.slice(1).map(() => true), false])
    expect(result).toMatchObject({ text: "I read one file, not more.", error: { code: "context-limit" } })
  })

  it.each([
    { what: "no room at all", count: 30, long: 80, left: [-100_000, -1] },
    { what: "less than 1,500 tokens (an eighth of 4,096: 512)", count: 15, long: 38, left: [0, 511] },
  ])("L4: sends the first request of a session without tools when they leave $what", async ({ count, long, left }) => {
    const script = ({ request }: { request: { tools: readonly unknown[] } }) =>
      request.tools.length > 0 ? "With tools." : "There are too many tools."
    await using story = await longSession({
      profile,
      tools: extraTools(count, long),
      agent: { window: 4096, offer: "all" },
      script,
    })
    const result = await story.ask("Read all of them.")
    const [first] = budgets(story.events)
    expect(first?.remaining).toBeGreaterThanOrEqual(left[0] as number)
    expect(first?.remaining).toBeLessThanOrEqual(left[1] as number)
    expect(story.requests().map((request) => toolsIn(request).length)).toEqual([0])
    expect(result).toMatchObject({ text: "There are too many tools.", error: { code: "context-limit" } })
  })

  it("evicts a history of 40 rounds: the newest 10 stay, pairs stay, the summary is short, files are listed (L5, L6)", async () => {
    await using story = await longSession({ profile, long: 60, agent: { window: 8192 } })
    await story.read(1, 40)
    expect(done(story.events).length).toBeGreaterThan(0)
    expect(story.objections()).toEqual([])
    for (const { tokens: size } of done(story.events)) expect(size?.after).toBeLessThan(size?.before ?? 0)
    const facts = await story.session.facts()
    const compactions = facts.flatMap((fact) => (fact.type === "history-compacted" ? [fact] : []))
    for (const { summary } of compactions) expect(tokens(summary)).toBeLessThanOrEqual(500)
    const request = last(story.requests())
    const messages = messagesIn(request).slice(1)
    expect(messages.length).toBeGreaterThanOrEqual(10)
    const system = systemOf(request.body)
    expect(system).toMatch(/<summary>[\s\S]*Summary of what was done[\s\S]*read_file returned: Content of notes/)
    expect(system).toMatch(/Files so far:[\s\S]*notes\/\d+\.md/)
    expect(messages[0]?.content).not.toMatch(/Summary of what was done/)
  })

  it("keeps the newest ten messages of the moment it evicts (L5)", async () => {
    await using story = await longSession({ profile, long: 60, agent: { window: 8192 } })
    let read = 0
    while (done(story.events).length === 0 && read < 60) await story.read(++read, read)
    const request = last(story.requests())
    for (const number of [read, read - 1]) expect(request.raw).toContain(`Please read ${number} for me.`)
    expect(messagesIn(request).filter(({ role }) => role !== "system").length).toBeGreaterThanOrEqual(10)
  })

  it("states the date beside temporal words in every round of the turn, and not in the next turn (L28)", async () => {
    await using story = await longSession({ profile })
    await story.ask("Please read 1 for me, and put it into my calendar for next Friday.")
    await story.ask("Please read 2 for me.")
    const isNext = ({ raw }: ServedRequest) => raw.includes("Please read 2")
    // A request to the judge is not a round of the turn.
    const isRound = ({ raw }: ServedRequest) => !raw.includes("You check the work of an assistant")
    const own = story.requests().filter((request) => !isNext(request) && isRound(request))
    expect(own.length).toBeGreaterThanOrEqual(2)
    for (const request of own) {
      const dated = messagesIn(request).filter(({ content }) => content.includes("[Today is "))
      expect(dated.map(({ role }) => role)).toEqual(["user"])
      expect(dated[0]?.content).toMatch(/^\[Today is [\s\S]*Next week: [\s\S]*\n[\s\S]*for next Friday\.$/)
    }
    for (const { raw } of story.requests().filter(isNext)) expect(raw).not.toContain("[Today is ")
  })

  it("states the date after the turn was condensed, too (L28)", async () => {
    let asked = 0
    const script = () => (asked++ < 12 ? { calls: [call("read_file", { path: `notes/${asked}.md` })] } : "Done.")
    await using story = await longSession({ profile, long: 300, script, agent: { window: 4096 } })
    await story.ask("Read them all by tomorrow.")
    expect(done(story.events).length).toBeGreaterThan(0)
    for (const request of story.requests()) expect(request.raw).toContain("[Today is ")
  })
})

describe("xml-tools", () => {
  const profile = "xml-tools"

  it("never sends thinking back (F14)", async () => {
    const script = ({ messages }: { messages: readonly unknown[] }) => ({
      text:
        messages.length < 3
          ? "<thinking>a secret thought</thinking>I look. <tool><tool_name>read_file</tool_name><arguments><path>notes/1.md</path></arguments></tool>"
          : "<thinking>another secret</thinking><tool><tool_name>task_completion</tool_name><arguments><result>Done.</result></arguments></tool>",
    })
    await using story = await longSession({ profile, script })
    expect(await story.ask("Look.")).toMatchObject({ text: "Done." })
    await story.ask("And again.")
    expect(story.events.some(({ type }) => type === "thinking-delta")).toBe(true)
    for (const { raw } of story.requests()) expect(raw).not.toMatch(/secret/)
  })

  it("summarises the old pairs of 200 messages, earlier summaries in order, always under the limit, and reports it (F24)", async () => {
    const window = 8192
    await using story = await longSession({ profile, long: 120, agent: { window } })
    await story.read(1, 45)
    expect((await story.session.info()).messages).toBeGreaterThan(200)
    expect(done(story.events).length).toBeGreaterThanOrEqual(3)
    expect(story.events.filter(({ type }) => type === "compaction-start").length).toBe(story.summariesAsked())
    for (const { raw } of story.requests()) expect(tokens(raw)).toBeLessThan(window)
    for (const { remaining } of budgets(story.events)) expect(remaining).toBeGreaterThanOrEqual(0)
    expect(story.objections()).toEqual([])
    const { raw } = last(story.requests())
    const kept = [...raw.matchAll(/Summary (\d+): files were read/g)].map(([, number]) => Number(number))
    expect(kept.length).toBeGreaterThanOrEqual(2)
    expect(kept).toEqual(kept.toSorted((a, b) => a - b))
    expect(raw).toContain("Please read 1 for me.")
    expect(raw).not.toContain("Content of notes/1.md")
    expect(raw).toContain("Content of notes/45.md")
  })

  it("keeps the system message and the newest messages within the limit (F23)", async () => {
    await using story = await longSession({ profile, long: 400, agent: { window: 4096 } })
    await story.read(1, 15)
    const first = systemOf(story.requests()[0]?.body ?? {})
    expect(first.length).toBeGreaterThan(100)
    for (const [index, request] of story.requests().entries()) {
      const messages = messagesIn(request)
      expect(messages.filter(({ role }) => role === "system")).toHaveLength(1)
      expect(systemOf(request.body)).toBe(first)
      expect(tokens(request.raw), `request ${index}`).toBeLessThan(4096)
    }
    expect(last(story.requests()).raw).toContain("Please read 15 for me.")
  })

  it("goes on with the turn when no summary can be made (F25)", async () => {
    const summary = () => ({ error: { class: "overloaded", code: "503", message: "Busy." } }) as const
    await using story = await longSession({ profile, long: 120, summary, agent: { window: 8192 } })
    await story.read(1, 20)
    const ends = story.events.flatMap((event) => (event.type === "turn-end" ? [event.outcome] : []))
    expect(ends).toEqual(Array(20).fill("completed"))
    expect(story.events.some(({ type }) => type === "compaction-failed")).toBe(true)
    expect(done(story.events).every(({ strategy }) => strategy.includes("without a model"))).toBe(true)
    expect(last(story.requests()).raw).toContain("Please read 1 for me.")
  })

  it("reports what is sent: the totals are those of the counted request (F30)", async () => {
    await using story = await longSession({ profile, long: 120, agent: { window: 8192 } })
    await story.read(1, 12)
    const { budget, sections, messages, tools, system } = await story.session.context()
    const sum = (rows: readonly { readonly tokens: number }[]) => rows.reduce((total, row) => total + row.tokens, 0)
    const rows = sections.length + messages.length + tools.length
    const total = sum(sections) + sum(messages) + sum(tools)
    expect(Math.abs(total - budget.system - budget.history - budget.tools)).toBeLessThanOrEqual(rows + 4)
    const { window, output, safety, remaining } = budget
    expect(budget.system + budget.tools + budget.history + output + safety + remaining).toBe(window)
    expect(systemOf(last(story.requests()).body).startsWith(system.slice(0, 200))).toBe(true)
  })
})

describe("structured-react", () => {
  const profile = "structured-react"

  const LIMIT = 200_000
  const largest = (requests: readonly ServedRequest[]) => Math.max(...requests.map(({ raw }) => raw.length))

  it("M11: drops the oldest history over the limit: prompt and newest messages stay, no call without its result", async () => {
    await using story = await longSession({ profile, long: 5000 })
    await story.read(1, 12)
    const compactions = done(story.events)
    expect(compactions.length).toBeGreaterThan(0)
    expect(story.objections()).toEqual([])
    const request = last(story.requests())
    expect(systemOf(request.body)).toBe(systemOf(story.requests()[0]?.body ?? {}))
    expect(request.raw).toContain("Content of notes/12.md")
    expect(request.raw).not.toContain("Content of notes/1.md")
    expect(largest(story.requests())).toBeLessThanOrEqual(LIMIT)
    expect(largest(story.requests())).toBeGreaterThan(LIMIT * 0.75)
  })

  it.each([
    { what: "a large window", window: 1_000_000, said: 20_000, turns: 25 },
    { what: "a usual window", window: 128_000, said: 20_000, turns: 25 },
    { what: "few long messages", window: 128_000, said: 150_000, turns: 3 },
  ])("M11: sends no request body above the limit, whatever is carried over: $what", async ({ window, said, turns }) => {
    await using story = await longSession({ profile, agent: { window }, script: (_, speech) => speech.final("Fine.") })
    const words = 'keep "this" line\n'.repeat(said / 17)
    for (let turn = 1; turn <= turns; turn++) {
      const end = await story.ask(`Message ${turn}. ${words}`)
      expect(end.outcome).toBe("completed")
      expect(last(story.requests()).raw).toContain(`Message ${turn}. keep`)
    }
    expect(largest(story.requests())).toBeLessThanOrEqual(LIMIT)
    // What no longer fits is reported.
    expect(done(story.events).at(-1)?.lost.length).toBeGreaterThan(0)
    const systems = new Set(story.requests().map(({ body }) => systemOf(body)))
    expect(systems.size).toBe(1)
  })

  it("M11: shows a single message above the limit in part, and says so", async () => {
    await using story = await longSession({ profile, script: (_, speech) => speech.final("Fine.") })
    await story.ask(`Look at this: ${text(60_000)} And that is all.`)
    expect(largest(story.requests())).toBeLessThanOrEqual(LIMIT)
    const { raw } = last(story.requests())
    expect(raw).toMatch(/Look at this: words[\s\S]*characters left out[\s\S]*And that is all\./)
    expect(done(story.events)[0]?.lost).toEqual([expect.stringMatching(/^part of the user's message 1: "Look at this/)])
  })

  it("M11: leaves out tools that exceed the limit, and sends nothing above it", async () => {
    await using story = await longSession({
      profile,
      tools: extraTools(40, 1000),
      agent: { offer: "all" },
      script: ({ request }, speech) => speech.final(request.system.includes("tool_3") ? "With tools." : "Without."),
    })
    const result = await story.ask("Do it.")
    expect(result).toMatchObject({ text: "Without.", error: { code: "context-limit" } })
    expect(largest(story.requests())).toBeLessThanOrEqual(LIMIT)
  })

  it("M11: never removes a pending approval", async () => {
    const pay = tool({
      name: "pay",
      description: "Pays.",
      input: { type: "object" },
      approval: true,
      effect: "once",
      run: () => "paid",
    })
    await using story = await longSession({
      profile,
      tools: [pay],
      agent: { window: 4096, approve: "ask" },
      script: (request, speech) => {
        const shown = JSON.stringify(request.messages)
        if (!shown.includes("Pay the bill")) return undefined
        return shown.includes("paid") ? speech.final("Paid.") : speech.call("pay")
      },
    })
    await story.read(1, 3)
    const turn = story.session.send("Pay the bill")
    for await (const event of turn) {
      if (event.type !== "approval-requested") continue
      // While it waits, the user asks for a compaction, which has to wait, too.
      await story.session.compact()
      await story.session.decide(event.call, "approve")
    }
    expect(await turn.result()).toMatchObject({ outcome: "completed", text: "Paid." })
    const types = (await story.session.facts()).map(({ type }) => type)
    expect(types.indexOf("history-compacted")).toBeGreaterThan(types.indexOf("approval-settled"))
    expect(story.objections()).toEqual([])
  })

  it("sends exactly one system prompt per request, with the current tools and live state (M12)", async () => {
    let weather = "rain"
    const provider = { name: "weather", fetch: async () => ({ sky: weather }) }
    await using story = await longSession({ profile, agent: { contextProviders: [provider] } })
    await story.read(1, 1)
    weather = "sunshine"
    await story.read(2, 2)
    for (const request of story.requests()) {
      expect(messagesIn(request).filter(({ role }) => role === "system")).toHaveLength(1)
      expect(systemOf(request.body)).toContain("read_file")
    }
    const skies = story.requests().map(({ raw }) => /rain|sunshine/.exec(raw)?.[0])
    expect(skies).toEqual(["rain", "rain", "sunshine", "sunshine"])
  })
})

describe("chat-service", () => {
  const profile = "chat-service"

  it.each([
    {
      name: "the conversation's own",
      open: "Speak like a pirate.",
      agent: { instructions: "Be formal.", task: "Sell tea." },
      has: /pirate/,
      not: /formal/,
    },
    {
      name: "configuration and task",
      open: undefined,
      agent: { instructions: "Be formal.", task: "Sell tea." },
      has: /Be formal\.[\s\S]*Sell tea\./,
      not: /pirate/,
    },
    {
      name: "the default of a German locale",
      open: undefined,
      agent: { locale: "de-DE" },
      has: /^Du bist ein hilfreicher Assistent\. .*Antworte auf Deutsch/,
      not: /pirate|formal|You are a helpful assistant/,
    },
    {
      name: "the default of any other locale",
      open: undefined,
      agent: { locale: "fr-FR" },
      has: /^You are a helpful assistant\./,
      not: /pirate|formal|Du bist/,
    },
  ])(
    "takes its instructions from $name, with environment and namespace hint after them (T19)",
    async ({ open, agent, has, not }) => {
      const find = tool({
        name: "docs__find",
        description: "Finds.",
        input: { type: "object" },
        effect: "once",
        run: () => "",
      })
      await using story = await longSession({ profile, agent, tools: [find] })
      const session = await story.agent.open(open === undefined ? {} : { instructions: open })
      await session.ask("Please read 1 for me.")
      const system = systemOf(last(story.requests()).body)
      expect(system).toMatch(has)
      expect(system).not.toMatch(not)
      expect(system).toMatch(
        /the part before "__" is the server's name\. There are: docs\.[\s\S]*<environment>\nToday: /,
      )
    },
  )
})
