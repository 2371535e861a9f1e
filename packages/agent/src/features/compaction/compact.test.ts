// Performs compactions: one always finishes, whatever the summariser does, and what it writes can be read back.
import { describe, expect, it } from "vitest"
import { turns, words } from "../../context/__fixtures__/shapes.ts"
import type { Reply } from "../../contracts/answer.ts"
import { plainText } from "../../contracts/content.ts"
import type { Draft } from "../../contracts/fact.ts"
import type { Model, ModelRequest } from "../../contracts/model.ts"
import { GRACE_MS, type PerformContext, type StopReason, type Yielded } from "../../kernel/performer.ts"
import { stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import { apply } from "../../kernel/state/apply.ts"
import { messagesOf } from "../../kernel/state/messages.ts"
import type { State } from "../../kernel/state/state.ts"
import { aCall, answered, asked, said, toolFinished } from "../../testing/fact-builders.ts"
import { FakeClock } from "../../testing/fake-clock.ts"
import { tool } from "../../tools/tool.ts"
import { fixedTools, toolbox } from "../../tools/toolbox.ts"
import type { Compact } from "./compact.ts"
import { performCompact } from "./compact.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"
import type { ContextPolicy } from "./policy.ts"
import { budgeted, evicting, halving, trimmedByChars } from "./ways.ts"

const answer = (text: string): Reply => ({
  kind: "answer",
  text,
  reasoning: [],
  calls: [],
  problems: [],
  stop: "end",
  usage: { inputTokens: 9, outputTokens: 1 },
})
const failure: Reply = {
  kind: "failure",
  error: { class: "network", code: "down", message: "It is down: Bearer sk-abcdefghijklmnopqrstuvwxyz123456." },
}
const long: readonly Draft[] = [...turns(20, 60), said("And now?", 21)]

interface Setup {
  readonly policy?: ContextPolicy
  readonly reply?: (request: ModelRequest) => Reply | Promise<Reply>
  readonly window?: number
  readonly step?: Partial<Compact>
  readonly tools?: readonly string[]
  readonly stop?: StopReason
}

async function compact(state: State, setup: Setup = {}) {
  const { policy = budgeted, reply = () => answer("It went well."), window = 4096, tools = [] } = setup
  const controller = new AbortController()
  const clock = new FakeClock()
  const requests: ModelRequest[] = []
  const model = (name: string): Model => ({
    name,
    ask: async (request) => {
      requests.push(request)
      if (setup.stop !== undefined) controller.abort(setup.stop)
      return setup.stop === undefined
        ? reply(request)
        : { kind: "failure", error: { class: "aborted", code: "x", message: "x" } }
    },
  })
  const readers = tools.map((name) =>
    tool({ name, description: "", input: { type: "object" }, effect: "read", run: () => "" }),
  )
  const context = {
    state,
    policy,
    models: [model("one"), model("two")],
    fitting: {
      models: [
        { name: "one", window },
        { name: "two", window },
      ],
    },
    toolbox: toolbox([fixedTools(readers)], { clock, approve: "auto" }),
    blobs: { read: async () => undefined },
    clock,
    signal: controller.signal,
  } as unknown as PerformContext
  const yielded: Yielded[] = []
  const step: Compact = { kind: "compact", key: "compact:1", why: "threshold", ...setup.step }
  const perform = async () => {
    for await (const each of performCompact(step, context)) yielded.push(each)
  }
  await clock.run(perform())
  const facts = yielded.map(({ fact }) => fact)
  const fact = facts.find((each): each is HistoryCompacted => each.type === "history-compacted")
  const after = facts.reduce<State>((now, each) => apply(now, { v: 1, seq: now.seq + 1, at: 0, ...each }), state)
  return {
    facts,
    fact,
    after,
    requests,
    blobs: yielded.flatMap(({ blobs = [] }) => blobs),
    types: facts.map(({ type }) => type),
  }
}

describe("a compaction", () => {
  it("asks a model, and writes its summary with what is carried over", async () => {
    const { types, fact, facts, requests, after } = await compact(stateAfter(long))
    expect(types).toEqual(["model-asked", "model-answered", "history-compacted"])
    expect(facts[0]).toMatchObject({ purpose: "summary", attempt: "compact.1", model: "one" })
    expect(fact).toMatchObject({
      summary: "It went well.",
      why: "threshold",
      contract: { goal: expect.stringMatching(/^Task 1/) },
    })
    expect(fact?.tokens?.after).toBeLessThan(fact?.tokens?.before ?? 0)
    expect(requests[0]?.tools).toEqual([])
    expect(after.compaction.times).toBe(1)
  })

  it("stores the request for a summary by its hash, so that it can be read later", async () => {
    const { facts, blobs } = await compact(stateAfter(long))
    const [asking] = facts
    const hash = asking?.type === "model-asked" ? asking.sections.summary : ""
    const stored = blobs.find((blob) => blob.hash === hash)
    expect(new TextDecoder().decode(stored?.bytes)).toMatch(/At most \d+ words[\s\S]*User: Task 1/)
  })

  it.each<{ name: string; reply: () => Reply | Promise<Reply>; second: string }>([
    { name: "fails", reply: () => failure, second: "model-failed" },
    { name: "throws", reply: () => Promise.reject(new Error("broken")), second: "model-failed" },
    { name: "says nothing", reply: () => answer(" "), second: "model-answered" },
    { name: "says far too much", reply: () => answer(words(9000)), second: "model-answered" },
  ])("is done without a model that $name (F25, X7)", async ({ reply, second }) => {
    const { types, fact, after } = await compact(stateAfter(long), { reply })
    expect(types).toEqual(["model-asked", second, "history-compacted"])
    expect(fact?.strategy).toMatch(/\(without a model\)/)
    expect(fact?.summary).toMatch(/Found \d+/)
    expect(JSON.stringify(messagesOf(after))).toContain("Task 1:")
  })

  it("keeps keys out of the log when the summariser fails", async () => {
    const { facts } = await compact(stateAfter(long), { reply: () => failure })
    expect(JSON.stringify(facts)).not.toContain("sk-abcdefghijklmnopqrstuvwxyz123456")
  })

  it.each<{ name: string; policy: ContextPolicy }>([
    { name: "evicts", policy: evicting },
    { name: "trims", policy: trimmedByChars },
  ])("asks no model where the profile only $name", async ({ policy }) => {
    const { types, requests } = await compact(stateAfter(long), { policy })
    expect([types, requests]).toEqual([["history-compacted"], []])
  })

  it("passes on what the user wants emphasised", async () => {
    const state = stateAfter([...long, { type: "compaction-asked", command: "c", focus: "the prices" }])
    const { requests } = await compact(state, { step: { why: "asked" } })
    expect(requests[0]?.system).toMatch(/Dwell on this above all: the prices/)
  })

  it("is planned for the model that has to read it, and asks that one", async () => {
    const { facts } = await compact(stateAfter(long), { step: { chain: 1 } })
    expect(facts[0]).toMatchObject({ model: "two" })
  })

  it("reports that it gained nothing, and changes nothing", async () => {
    const before = stateAfter([said("hello")])
    const { types, fact, after } = await compact(before, { step: { why: "asked" }, window: 128_000 })
    expect(types).toEqual(["history-compacted"])
    expect(fact).toMatchObject({ strategy: "nothing to gain", to: -1 })
    expect(messagesOf(after)).toEqual(messagesOf(before))
  })

  it("keeps the digest before it when it gains nothing", async () => {
    const first = await compact(stateAfter(long))
    const second = await compact(first.after, { window: 1_000_000 })
    expect(second.fact?.strategy).toBe("nothing to gain")
    expect(second.after.digest).toEqual(first.after.digest)
    expect(second.after.dropped).toBe(first.after.dropped)
  })
})

describe("a compaction after a crash", () => {
  const summary = (draft: Draft): Draft => ({ ...draft, purpose: "summary" }) as Draft
  const wasAsked = summary(asked("compact.1"))

  it("between summary and compaction uses the stored summary without asking again", async () => {
    const state = stateAfter([...long, wasAsked, summary(answered({ text: "Kept." }, "compact.1"))])
    const { types, fact } = await compact(state)
    expect(types).toEqual(["history-compacted"])
    expect(fact?.summary).toBe("Kept.")
  })

  it("during the summary asks for it again", async () => {
    const { types, after } = await compact(stateAfter([...long, wasAsked]))
    expect(types).toEqual(["model-asked", "model-answered", "history-compacted"])
    expect(after.compaction.summary).toBeUndefined()
  })

  it("asks no model the third time", async () => {
    const { types, fact } = await compact(stateAfter([...long, wasAsked, wasAsked, wasAsked]))
    expect(types).toEqual(["history-compacted"])
    expect(fact?.strategy).toMatch(/\(without a model\)/)
  })

  it("does not use the summary of an earlier compaction", async () => {
    const state = stateAfter([...long, summary(asked("compact.0")), summary(answered({ text: "Old." }, "compact.0"))])
    expect((await compact(state)).fact?.summary).toBe("It went well.")
  })
})

describe("a compaction that is stopped", () => {
  it("by the user is done without a model, because the next turn needs the room", async () => {
    const { types, facts } = await compact(stateAfter(long), { stop: "cancelled" })
    expect(types).toEqual(["model-asked", "model-failed", "history-compacted"])
    expect(facts[1]).toMatchObject({ error: { class: "aborted", code: "cancelled" } })
  })

  it("by its limit of a minute records a timeout, and is done without a model", async () => {
    const { types, facts } = await compact(stateAfter(long), { reply: () => new Promise(() => {}) })
    expect(types).toEqual(["model-asked", "model-failed", "history-compacted"])
    expect(facts[1]).toMatchObject({ error: { class: "timeout", code: "timeout" }, ms: 60_000 + GRACE_MS })
  })

  it("by its host condenses nothing: the next runner asks again", async () => {
    const { types, facts, after } = await compact(stateAfter(long), { stop: "suspended" })
    expect(types).toEqual(["model-asked", "model-failed"])
    expect(facts[1]).toMatchObject({ error: { class: "interrupted" } })
    expect((await compact(after)).types).toEqual(["model-asked", "model-answered", "history-compacted"])
  })
})

describe("a result that is shown in part", () => {
  const big: readonly Draft[] = [
    said("go"),
    asked(),
    answered({ calls: [aCall("big", "read_file", { path: "book.txt" })] }),
    toolFinished("big", "ok", `Begin ${words(3000)} end.`, { name: "read_file" }),
  ]

  it("can be read whole where there is a tool for it", async () => {
    const { fact, blobs, after } = await compact(stateAfter(big), { tools: ["read_result"] })
    const [mask] = fact?.masks ?? []
    expect(plainText(mask?.parts ?? [])).toContain('read_result with call "big"')
    const whole = blobs.find(({ hash }) => hash === mask?.full?.part.hash)
    expect(new TextDecoder().decode(whole?.bytes)).toMatch(/^Begin .* end\.$/s)
    expect(after.cutResults.big).toEqual(mask?.full?.part)
  })

  it("is still readable whole when it is made shorter again", async () => {
    const once = await compact(stateAfter(big), { tools: ["read_result"] })
    const twice = await compact(once.after, { tools: ["read_result"], window: 1500, step: { why: "overflow" } })
    expect(twice.after.cutResults).toEqual(once.after.cutResults)
    expect(messagesOf(twice.after).length).toBeGreaterThan(0)
  })

  it("keeps its whole when it was already cut on arrival", async () => {
    const part = { type: "blob", hash: "whole", mime: "text/plain", size: 1_000_000 } as const
    const cut = big.map((draft) => (draft.type === "tool-finished" ? { ...draft, full: part } : draft))
    const { after, fact } = await compact(stateAfter(cut), { tools: ["read_result"] })
    expect(fact?.masks).toHaveLength(1)
    expect(after.cutResults.big).toEqual(part)
  })
})

it("a user's request condenses a session of a few messages at once with the way `halve`", async () => {
  const { fact } = await compact(stateAfter([...turns(3), said("x", 4)]), {
    policy: halving,
    window: 128_000,
    step: { why: "asked" },
  })
  expect(fact?.to).toBeGreaterThanOrEqual(0)
})
