// What the fold counts for the rules, what resets the counters, and what is remembered of a turn.
import { describe, expect, it } from "vitest"
import type { Draft } from "../../contracts/fact.ts"
import {
  aCall,
  answered,
  asked,
  cancelled,
  ending,
  finished,
  modelFailed,
  nudged,
  opened,
  said,
  stamp,
  steered,
  told,
  toolFinished,
  toolStarted,
} from "../../testing/fact-builders.ts"
import { foldFacts } from "./fold.ts"
import { toArray } from "./grow-list.ts"
import { noCounters, type State } from "./state.ts"

/** As in a real log, each request shows all input before it. */
function after(...drafts: readonly Draft[]): State {
  const log = [opened(), said("go"), ...drafts]
  return foldFacts(stamp(log.map((draft, seq) => (draft.type === "model-asked" ? { ...draft, seen: seq } : draft))))
}

const counters = (...drafts: readonly Draft[]) => after(...drafts).turn?.counters
const problem = { code: "unclosed", message: "x" }

/** Answers one after the other, each to a request of its own. */
function answers(...given: readonly Parameters<typeof answered>[0][]): readonly Draft[] {
  return given.flatMap((each, index) => [asked(`1.${index + 1}.1`), answered(each, `1.${index + 1}.1`)])
}

describe("answers in a row", () => {
  it.each<{ name: string; given: readonly Parameters<typeof answered>[0][]; empties: number; malformed: number }>([
    { name: "empty ones", given: [{}, { text: " " }], empties: 2, malformed: 0 },
    { name: "empty ones, then text", given: [{}, { text: "x" }], empties: 0, malformed: 0 },
    { name: "empty ones, then a call", given: [{}, { calls: [aCall("a")] }], empties: 0, malformed: 0 },
    {
      name: "malformed ones",
      given: [{ problems: [problem] }, { text: "x", problems: [problem] }],
      empties: 0,
      malformed: 2,
    },
    { name: "a malformed one, then an empty one", given: [{ problems: [problem] }, {}], empties: 1, malformed: 0 },
    {
      name: "a malformed one with a call that can be read",
      given: [{ problems: [problem], calls: [aCall("a")] }],
      empties: 0,
      malformed: 0,
    },
  ])("$name: $empties empty, $malformed malformed", ({ given, empties, malformed }) => {
    expect(counters(...answers(...given))).toMatchObject({ empties, malformed })
  })
})

describe("user input during a turn", () => {
  const stuck = [
    ...answers({ problems: [problem] }, { problems: [problem] }),
    asked("1.3.1"),
    answered({ calls: [aCall("a"), aCall("b")] }, "1.3.1"),
    toolFinished("a", "refused", "", { code: "repeated-call" }),
    toolFinished("b", "error"),
  ]

  it("resets the counters of consecutive failures, and no others", () => {
    const before = counters(...stuck)
    expect(before).toMatchObject({ refusedRepeats: 1, sameError: { times: 1 }, toolFailures: { tool: 1 } })
    const { empties, malformed, refusedRepeats, sameError } = noCounters
    expect(counters(...stuck, steered("x"))).toEqual({ ...before, empties, malformed, refusedRepeats, sameError })
  })

  it("resets the turn's request count and calls off its ending", () => {
    const { turn } = after(...stuck, ending(), steered("x"))
    expect(turn).toMatchObject({ iteration: 3, spokenAt: 3, asks: 0 })
    expect(turn?.ending).toBeUndefined()
  })
})

describe("requests", () => {
  it("count with their retries, iterations without", () => {
    const { turn } = after(asked(), modelFailed("network"), asked("1.1.2"), answered({}, "1.1.2"), asked("1.2.1"))
    expect(turn).toMatchObject({ iteration: 2, asks: 3 })
  })

  it("to another model start with new counters", () => {
    const second = after(
      asked(),
      modelFailed("network"),
      asked("1.1.2"),
      modelFailed("network", "1.1.2"),
      asked("1.1.3", 0, 1),
    )
    expect(second.turn?.attempt).toMatchObject({ chain: 1, failures: 0, orphans: 0, tries: 3 })
  })
})

describe("results of calls", () => {
  const calls = [asked(), answered({ calls: [aCall("a"), aCall("b")] })]

  it.each<{ result: Draft; expected: object }>([
    { result: toolFinished("a", "error"), expected: { toolFailures: { tool: 1 }, changes: 0 } },
    {
      result: toolFinished("a", "error", "", { code: "arguments-unreadable" }),
      expected: { toolFailures: {}, sameError: { times: 1 } },
    },
    {
      result: toolFinished("a", "error", "", { code: "arguments-invalid" }),
      expected: { toolFailures: {}, sameError: { times: 1 } },
    },
    { result: toolFinished("a", "timeout"), expected: { toolFailures: { tool: 1 } } },
    { result: toolFinished("a", "denied"), expected: { toolFailures: {}, recent: [] } },
    { result: toolFinished("a", "unknown"), expected: { toolFailures: {}, recent: [] } },
    { result: toolFinished("a", "skipped"), expected: { toolFailures: {}, recent: [] } },
    { result: toolFinished("a", "refused", "", { code: "repeated-call" }), expected: { refusedRepeats: 1 } },
    {
      result: toolFinished("a", "refused", "", { code: "tool-withheld" }),
      expected: { refusedRepeats: 0, sameError: { times: 1 } },
    },
    { result: toolFinished("a"), expected: { recent: [{ made: 1 }], changes: 0 } },
  ])("$result.outcome ($result.code) is counted", ({ result, expected }) => {
    expect(counters(...calls, result)).toMatchObject(expected)
  })

  it("that only read change nothing", () => {
    expect(counters(...calls, toolStarted("a", "read"), toolFinished("a"))).toMatchObject({ changes: 0 })
    expect(counters(...calls, toolStarted("a", "idempotent"), toolFinished("a"))).toMatchObject({ changes: 1 })
  })

  it("that succeed clear the failures of the turn and of the tool", () => {
    const state = after(...calls, toolFinished("a", "error"), toolFinished("b"))
    expect(state.turn?.counters).toMatchObject({ sameError: { times: 0 }, toolFailures: { tool: 1 } })
    expect(state.toolFailures).toEqual({})
  })

  it("count once, however often the fact appears", () => {
    expect(counters(...calls, toolFinished("a", "error"), toolFinished("a", "error"))).toMatchObject({
      toolFailures: { tool: 1 },
    })
  })

  it("of a cancelled turn are not counted", () => {
    const state = after(...calls, cancelled(), toolFinished("a", "error"), toolFinished("b"))
    expect(state.turn?.counters).toEqual(noCounters)
    expect(state.toolFailures).toEqual({})
  })

  it("of a tool named like a property of every object are counted like any other", () => {
    const odd = (call: string) => toolFinished(call, "error", "x", { name: "constructor" })
    expect(counters(...calls, odd("a"), odd("b"))?.toolFailures).toEqual({ constructor: 2 })
  })
})

describe("withheld tools", () => {
  const gone = (tool: string, until: "turn" | "session") => told({ withholds: { tool, until } })

  it("stay withheld until the end of the turn, or of the session", () => {
    const state = after(gone("a", "turn"), gone("b", "session"))
    expect(state.withheld.map(({ tool }) => tool)).toEqual(["a", "b"])
    expect(after(gone("a", "turn"), gone("b", "session"), finished(), said("again", 2)).withheld).toEqual([
      { tool: "b", until: "session" },
    ])
  })
})

describe("nudges", () => {
  it("are counted by reason", () => {
    expect(counters(nudged(), nudged(), told())?.nudges).toEqual({ empty: 2, told: 1 })
  })

  it("that stay are marked in the history, so that they are not taken for the user's words", () => {
    const state = after(
      ...answers({ text: "x" }),
      told({ ephemeral: false, text: "first" }),
      told({ ephemeral: true, text: "gone" }),
      asked("1.2.1"),
      answered({ calls: [aCall("a"), aCall("b")] }, "1.2.1"),
      toolFinished("a"),
      toolFinished("b"),
      steered("and?"),
      told({ ephemeral: false, text: "second" }),
      asked("1.3.1"),
    )
    const texts = toArray(state.history).flatMap((message) =>
      message.role === "user" && message.from === "nudge" ? [JSON.stringify(message)] : [],
    )
    expect(texts).toEqual([expect.stringContaining("first"), expect.stringContaining("second")])
  })

  it("do not keep an answer that was already taken back", () => {
    expect(after(...answers({ text: "x" }), nudged(), ending()).turn?.kept).toBe("")
  })

  it("keep an answer once", () => {
    expect(after(...answers({ text: "x" }), told(), ending()).turn?.kept).toBe("x")
  })
})
