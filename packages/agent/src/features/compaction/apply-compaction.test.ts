import { describe, expect, it } from "vitest"
import { turns, words } from "../../context/__fixtures__/shapes.ts"
import type { Mask } from "../../contracts/compaction.ts"
import { plainText, text } from "../../contracts/content.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Message } from "../../contracts/message.ts"
import { stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import { messagesOf } from "../../kernel/state/messages.ts"
import {
  aCall,
  answered,
  approvalRequested,
  asked,
  cancelled,
  finished,
  modelFailed,
  said,
  steered,
  toolFinished,
} from "../../testing/fact-builders.ts"
import { addCounts, noCounts } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"

const compacted = (to: number, more: Partial<HistoryCompacted> = {}): Draft => ({
  type: "history-compacted",
  strategy: "x",
  from: 0,
  to,
  summary: "Notes.",
  contract: {},
  ...more,
})
const mask = (at: number, shown: string, more: Partial<Mask> = {}): Mask => ({ at, parts: [text(shown)], ...more })
const working = [
  said("go"),
  asked(),
  answered({ text: "I look.", calls: [aCall("a"), aCall("b", "tool", { text: "long ".repeat(50) })] }),
]
const shownBy = (message: Message | undefined) =>
  message === undefined ? "" : message.role === "assistant" ? message.text : plainText(message.parts)
const roles = (drafts: readonly Draft[]) => messagesOf(stateAfter(drafts)).map(({ role }) => role)

describe("messages that are dropped", () => {
  it.each<{ name: string; drafts: readonly Draft[]; to: number; dropped: number }>([
    { name: "those that the fact names", drafts: turns(2), to: 3, dropped: 4 },
    { name: "none", drafts: turns(2), to: -1, dropped: 0 },
    { name: "extended to the end of a pair, where the fact would split it", drafts: turns(2), to: 1, dropped: 3 },
    { name: "at most all there are", drafts: turns(2), to: 99, dropped: 8 },
    {
      name: "those before the answer whose calls are open",
      drafts: [...turns(1), ...working.map((draft) => draft)],
      to: 99,
      dropped: 5,
    },
    {
      name: "those before that answer, while an approval is pending",
      drafts: [...working, toolFinished("a"), approvalRequested("b")],
      to: 99,
      dropped: 1,
    },
  ])("are $name", ({ drafts, to, dropped }) => {
    const state = stateAfter([...drafts, compacted(to)])
    expect(state.dropped).toBe(dropped)
    expect(state.digest).toEqual(dropped === 0 ? undefined : { summary: "Notes.", contract: {} })
  })

  it("are numbered through the session: a second compaction continues the numbers of the first", () => {
    const once = stateAfter([...turns(3), compacted(3)])
    const twice = stateAfter([...turns(3), compacted(3), compacted(7)])
    const nothing = stateAfter([...turns(3), compacted(3), compacted(3)])
    expect([once.dropped, twice.dropped, nothing.dropped]).toEqual([4, 8, 4])
    expect(shownBy(messagesOf(twice)[0])).toMatch(/Task 3/)
  })

  it("are no longer counted", () => {
    const state = stateAfter([...turns(4, 50), compacted(7, { masks: [mask(10, "short")] })])
    const sum = state.history.items.reduce((total, message) => addCounts(total, countMessage(message)), noCounts)
    expect(state.counts).toEqual(sum)
  })

  it("leave a history that does not begin with a result, whatever the number", () => {
    const log = [
      ...turns(3),
      said("go", 4),
      asked("4.1.1"),
      answered({ calls: [aCall("x")] }, "4.1.1"),
      toolFinished("x"),
    ]
    for (let to = -1; to < 20; to++) {
      const [first, second] = roles([...log, compacted(to)])
      expect(first).toBe("user")
      expect(second).not.toBe("tool")
    }
  })

  it("move the beginning of the turn, and mark it as cut only if they were part of it", () => {
    const log = [
      ...turns(2),
      said("go", 3),
      asked("3.1.1"),
      answered({ text: "a" }, "3.1.1"),
      steered("more", 3),
      asked("3.2.1"),
      answered({ text: "b" }, "3.2.1"),
    ]
    expect(stateAfter([...log, compacted(3)]).turn).toMatchObject({ begins: 4, cut: false })
    expect(stateAfter([...log, compacted(7)]).turn).toMatchObject({ begins: 0, cut: false })
    expect(stateAfter([...log, compacted(8)]).turn).toMatchObject({ begins: 0, cut: true })
  })
})

describe("messages that are masked", () => {
  it("are shown as the fact says: user messages, answers, results, open results, waiting input", () => {
    const log = [
      ...turns(1),
      said("go", 2),
      asked("2.1.1"),
      answered({ text: "I look.", calls: [aCall("x")] }, "2.1.1"),
      toolFinished("x"),
      steered("hurry", 2),
    ]
    const masks = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => mask(at, `short ${at}`))
    const state = stateAfter([...log, compacted(-1, { masks })])
    expect(messagesOf(state).map(shownBy)).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map((at) => `short ${at}`))
    expect(state.turn?.cut).toBe(true)
    expect(state.digest).toBeUndefined()
  })

  it("keep their calls, with arguments cut to the given length", () => {
    const state = stateAfter([...working, compacted(-1, { masks: [mask(1, "I…", { args: 10 })] })])
    const [, answer] = messagesOf(state)
    expect(answer).toMatchObject({
      role: "assistant",
      text: "I…",
      calls: [{ id: "a" }, { id: "b", arguments: { text: "long long … [240 more]" } }],
    })
  })

  it.each<{ name: string; given: JsonObject; length: number }>([
    { name: "strings", given: { text: "x".repeat(10_000) }, length: 200 },
    { name: "lists", given: { list: Array(5000).fill("x".repeat(50)) }, length: 1500 },
    {
      name: "many fields",
      given: Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`k${index}`, index])),
      length: 600,
    },
    { name: "long names", given: { ["k".repeat(9000)]: 1 }, length: 200 },
    { name: "depth", given: { deep: nested(3000) }, length: 300 },
  ])("have short arguments in spite of $name", ({ given, length }) => {
    const log = [said("go"), asked(), answered({ calls: [aCall("a", "tool", given)] }), toolFinished("a")]
    const [, answer] = messagesOf(stateAfter([...log, compacted(-1, { masks: [mask(1, "", { args: 40 })] })]))
    expect(JSON.stringify(answer?.role === "assistant" ? answer.calls[0]?.arguments : "none").length).toBeLessThan(
      length,
    )
  })

  it.each([
    { name: "no parts", parts: [] },
    { name: "blanks", parts: [text(" \n")] },
  ])("are left unchanged by a mask with $name, because a provider would refuse an empty message", ({ parts }) => {
    const masks = [0, 1, 2, 3].map((at) => ({ at, parts }))
    const [user, answer, result, last] = messagesOf(stateAfter([...turns(1), compacted(-1, { masks })])).map(shownBy)
    expect([user, result, last]).toEqual([expect.stringMatching(/Task 1/), expect.stringMatching(/Found 1/), "Done 1."])
    expect(["", "Step 1."]).toContain(answer?.trim())
  })

  it("lose their thinking, which belongs to the text it led to", () => {
    const log = [said("go"), asked(), answered({ text: "long", reasoning: [{ text: "hm", signature: "s" }] })]
    expect(messagesOf(stateAfter([...log, compacted(-1, { masks: [mask(1, "short")] })]))[1]).toMatchObject({
      text: "short",
      reasoning: [],
    })
  })

  it("can be read whole as long as they are shown", () => {
    const part = { type: "blob", hash: "h", mime: "text/plain", size: 9 } as const
    const masks = [mask(2, "short", { full: { call: "c1", part } }), mask(6, "short", { full: { call: "c2", part } })]
    expect(Object.keys(stateAfter([...turns(2), compacted(-1, { masks })]).cutResults)).toEqual(["c1", "c2"])
    expect(Object.keys(stateAfter([...turns(2), compacted(-1, { masks }), compacted(3)]).cutResults)).toEqual(["c2"])
  })
})

describe("the state of a compaction", () => {
  const wish: Draft = { type: "compaction-asked", command: "c", focus: "prices" }
  const summary = (type: "model-asked" | "model-answered" | "model-failed"): Draft =>
    ({
      ...(type === "model-asked"
        ? asked("compact.1")
        : type === "model-answered"
          ? answered({ text: "Notes." }, "compact.1")
          : modelFailed("network", "compact.1")),
      purpose: "summary",
      ...(type === "model-answered" && { usage: { inputTokens: 100, outputTokens: 10 } }),
    }) as Draft

  it("stays open until it is done, when a user asked for it", () => {
    expect(stateAfter([...turns(1), wish]).compaction.asked).toEqual({ focus: "prices" })
    expect(stateAfter([...turns(1), wish, compacted(0)]).compaction).toEqual({ shown: 3, times: 1 })
  })

  it.each([
    { name: "is asked", drafts: [summary("model-asked")], expected: { open: true, tries: 1 } },
    {
      name: "is asked again after a crash",
      drafts: [summary("model-asked"), summary("model-asked")],
      expected: { open: true, tries: 2 },
    },
    {
      name: "has answered",
      drafts: [summary("model-asked"), summary("model-answered")],
      expected: { open: false, tries: 1, text: "Notes." },
    },
    {
      name: "has failed",
      drafts: [summary("model-asked"), summary("model-failed")],
      expected: { open: false, tries: 1 },
    },
  ])("records that its summariser $name", ({ drafts, expected }) => {
    expect(stateAfter([...turns(1), ...drafts]).compaction.summary).toEqual({ attempt: "compact.1", ...expected })
  })

  it("counts its usage in the turn in which it runs, and adds nothing to the conversation", () => {
    const during = stateAfter([
      said("go"),
      asked(),
      answered({ text: "a" }),
      summary("model-asked"),
      summary("model-answered"),
    ])
    expect([during.usage.inputTokens, during.turn?.usage.inputTokens, during.history.length]).toEqual([100, 100, 2])
    const idle = stateAfter([said("go"), finished(), summary("model-asked"), summary("model-answered")])
    expect([idle.usage.inputTokens, idle.turn?.usage.inputTokens]).toEqual([100, 0])
  })

  it.each([
    { name: "gained something", to: 3, gained: true },
    { name: "gained nothing", to: -1, gained: false },
  ])("records in the turn that it $name after an overflow, and for which model", ({ to, gained }) => {
    const log = [
      ...turns(1),
      said("go", 2),
      asked("2.1.1", 2, 1),
      modelFailed("context-overflow", "2.1.1"),
      compacted(to, { why: "overflow" }),
    ]
    expect(stateAfter(log).turn?.overflow).toEqual({ attempt: "2.1.1", iteration: 1, chain: 1, gained })
  })

  it("counts the messages shown after it, because until there are more there is nothing to gain", () => {
    const log = [...turns(2), said("go", 3), compacted(3)]
    expect(stateAfter(log).compaction).toEqual({ shown: 5, times: 1 })
  })

  it("survives a turn that is cancelled meanwhile", () => {
    const log = [
      ...turns(1),
      said("go", 2),
      asked("2.1.1"),
      answered({ calls: [aCall("x")] }, "2.1.1"),
      toolFinished("x"),
      cancelled(2),
      finished("cancelled", 2),
      compacted(3),
    ]
    expect(roles(log)).toEqual(["user", "assistant", "tool", "user"])
    expect(JSON.stringify(messagesOf(stateAfter(log)))).toContain("Notes.")
  })
})

function nested(depth: number): Json {
  let json: Json = words(3)
  for (let level = 0; level < depth; level++) json = [json]
  return json
}
