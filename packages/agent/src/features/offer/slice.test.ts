import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import type { ToolFinished } from "../../kernel/facts/tool-finished.ts"
import { foldFacts } from "../../kernel/state/fold.ts"
import { aCall, answered, asked, opened, said, stamp, toolFinished } from "../../testing/fact-builders.ts"

function offeredAfter(finished: Partial<ToolFinished>, name = "look") {
  const first = { ...asked("1.1.1", 2), offers: ["look", "search_tools"] } as Draft
  const call = answered({ calls: [aCall("c1", name)] })
  const done = { ...toolFinished("c1"), name, ...finished } as Draft
  return foldFacts(stamp([opened(), said("Go."), first, call, done]))
}

describe("an offer", () => {
  it.each<[string, Partial<ToolFinished>, string, readonly string[], number]>([
    ["stays the same when one of its tools was used", {}, "look", ["look", "search_tools"], 0],
    ["grows by a tool that was called without an offer", {}, "other", ["look", "search_tools", "other"], 1],
    ["grows by what was found", { loads: ["a", "look"] }, "search_tools", ["look", "search_tools", "a"], 1],
    [
      "counts a miss for a tool that does not exist",
      { outcome: "error", code: "tool-not-found" },
      "x",
      ["look", "search_tools"],
      1,
    ],
    ["is not changed by a call that was refused", { outcome: "refused" }, "other", ["look", "search_tools"], 0],
  ])("%s", (_what, finished, name, tools, misses) => {
    expect(offeredAfter(finished, name).turn?.offer).toEqual({ tools, misses })
  })

  it("holds the tools of the category that was chosen last", () => {
    expect(offeredAfter({ category: "mail" }, "choose_tools").turn?.offer).toEqual({
      category: "mail",
      tools: [],
      misses: 0,
    })
  })

  it("counts a miss when a model hands the work back", () => {
    const state = offeredAfter({})
    const nudge = { type: "nudged", reason: "deflection", evidence: "", text: "Go on.", ephemeral: true } as const
    const facts = foldFacts([{ v: 1, seq: state.seq + 1, at: state.at, ...nudge }], state)
    expect(facts.turn?.offer?.misses).toBe(1)
  })

  it("begins anew with the next turn; used tools are remembered, the oldest dropped", () => {
    const state = offeredAfter({}, "other")
    expect(state.usedTools).toEqual([{ tool: "other", turn: 1 }])
    const next = foldFacts([{ v: 1, seq: state.seq + 1, at: state.at, ...said("And now?", 2) }], state)
    expect(next.turn?.offer).toBeUndefined()
    expect(next.usedTools).toEqual([{ tool: "other", turn: 1 }])
  })

  it("does not exist where all tools are offered", () => {
    const facts = stamp([
      opened(),
      said("Go."),
      asked(),
      answered({ calls: [aCall("c1", "look")] }),
      toolFinished("c1"),
    ])
    expect(foldFacts(facts).turn?.offer).toBeUndefined()
  })
})
