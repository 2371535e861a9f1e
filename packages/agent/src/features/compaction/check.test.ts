import { describe, expect, it } from "vitest"
import { assistant, result, turns, user } from "../../context/__fixtures__/shapes.ts"
import type { Contract } from "../../contracts/compaction.ts"
import { stateAfter } from "../../kernel/rules/__fixtures__/state-after.ts"
import { apply } from "../../kernel/state/apply.ts"
import type { State } from "../../kernel/state/state.ts"
import { aCall, answered, asked, said, toolFinished } from "../../testing/fact-builders.ts"
import { breaches } from "./check.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"

const before = stateAfter(turns(2))
const compacted = (to: number, contract: Contract, summary = "Notes.", from: State = before): State => {
  const fact: HistoryCompacted = { type: "history-compacted", strategy: "x", from: 0, to, summary, contract }
  return apply(from, { v: 1, seq: from.seq + 1, at: 0, ...fact })
}
const words = (at: number) => {
  const message = before.history.items[at]
  return { at, parts: message?.role === "user" ? message.parts : [] }
}
const kept: Contract = { goal: "Task 1", said: [words(0)] }

describe("breaches of a compaction that keeps its promise", () => {
  it.each<{ name: string; after: State }>([
    { name: "keeps the user's messages", after: compacted(3, kept) },
    { name: "announces what it could not keep", after: compacted(3, { lost: ['the user\'s message 1: "Task 1"'] }) },
    {
      name: "shortens them and says so",
      after: compacted(3, {
        said: [{ at: 0, parts: [{ type: "text", text: "Task" }], cut: 20 }],
        lost: ['part of the user\'s message 1: "Task"'],
      }),
    },
    { name: "drops nothing", after: compacted(-1, {}) },
  ])("finds none when it $name", ({ after }) => {
    expect(breaches(before, after)).toEqual([])
  })
})

describe("breaches names", () => {
  it.each<{ name: string; from?: State; after: State; breach: RegExp }>([
    {
      name: "a message of the user that is nowhere",
      after: compacted(3, {}),
      breach: /message 1 of the user is neither kept nor announced/,
    },
    {
      name: "a message of the user that was changed",
      after: compacted(3, { said: [{ at: 0, parts: [{ type: "text", text: "Something else" }] }] }),
      breach: /message 1 of the user/,
    },
    ...(["decisions", "effects", "approvals", "constraints"] as const).map((field) => {
      const from = { ...before, digest: { summary: "", contract: { [field]: ["it"] } } }
      return {
        name: `${field} that were carried`,
        from,
        after: compacted(3, kept, "Notes.", from),
        breach: new RegExp(`${field}: "it" is gone`),
      }
    }),
    {
      name: "another goal",
      from: { ...before, digest: { summary: "", contract: { goal: "the old one" } } },
      after: compacted(3, kept),
      breach: /the goal has changed/,
    },
    {
      name: "an earlier summary that is lost",
      from: { ...before, digest: { summary: "Earlier.", contract: {} } },
      after: compacted(3, kept, " "),
      breach: /earlier summary is gone/,
    },
  ])("$name", ({ from = before, after, breach }) => {
    expect(breaches(from, after).join("\n")).toMatch(breach)
  })

  it("calls of unknown outcome that are not carried over", () => {
    const from = stateAfter([
      said("go"),
      asked(),
      answered({ calls: [aCall("a")] }),
      toolFinished("a", "unknown"),
      asked("1.2.1"),
      answered({ text: "?" }, "1.2.1"),
    ])
    const message = from.history.items[0]
    const contract = { said: [{ at: 0, parts: message?.role === "user" ? message.parts : [] }] }
    expect(breaches(from, compacted(2, contract, "x", from))).toEqual([
      "1 calls of unknown outcome are not carried over",
    ])
    expect(breaches(from, compacted(2, { ...contract, effects: ["tool {}"] }, "x", from))).toEqual([])
  })

  it.each([
    { name: "a result without its call", items: [user("x"), result("a", "y")], breach: "result of a has no call" },
    {
      name: "a call without its result",
      items: [user("x"), assistant("", ["a", "t"]), user("y")],
      breach: "call a has no result",
    },
  ])("$name", ({ items, breach }) => {
    const after = { ...before, history: { items, length: items.length } }
    expect(breaches({ ...before, history: { items: [], length: 0 } }, after)).toEqual([breach])
  })
})
