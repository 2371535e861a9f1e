import { describe, expect, it } from "vitest"
import { stateAfter } from "../kernel/rules/__fixtures__/state-after.ts"
import type { State } from "../kernel/state/state.ts"
import { ending, nudged, said } from "../testing/fact-builders.ts"
import { countMessage } from "../tokens/message-counts.ts"
import { estimate, startingWeights } from "../tokens/weights.ts"
import { turns, user, words } from "./__fixtures__/shapes.ts"
import { budgetOf, historyCounts, modelAt, reservesOf, roomOf, UNKNOWN_WINDOW, weigh, windowOf } from "./fitting.ts"

const gauged = (state: State, gauge: Partial<State["gauge"]>): State => ({
  ...state,
  gauge: { ...state.gauge, ...gauge },
})

describe("reservesOf", () => {
  it.each([
    { window: 128_000, output: 2000, safety: 768, threshold: 1500 },
    { window: 32_768, output: 2000, safety: 768, threshold: 1500 },
    { window: 8192, output: 2000, safety: 409, threshold: 1024 },
    { window: 4096, output: 1024, safety: 204, threshold: 512 },
    { window: 2000, output: 500, safety: 100, threshold: 250 },
  ])("reserves at most a part of a window of $window", ({ window, ...expected }) => {
    expect(reservesOf(window, {})).toEqual(expected)
  })

  it("returns the configured reserves if the window has room for them", () => {
    const set = { output: 8000, safety: 100, threshold: 3000 }
    expect(reservesOf(128_000, set)).toEqual(set)
    expect(reservesOf(16_000, set)).toEqual({ output: 4000, safety: 100, threshold: 2000 })
  })
})

describe("budgetOf", () => {
  it.each([
    { window: 128_000, system: 900, tools: 2400, history: 30_000 },
    { window: 4096, system: 900, tools: 400, history: 1000 },
    { window: 4096, system: 900, tools: 4000, history: 9000 },
  ])("returns parts that add up to the window of $window, even if they do not fit", ({ window, ...parts }) => {
    const budget = budgetOf(window, parts, {})
    const { system, tools, history, output, safety, remaining } = budget
    expect(system + tools + history + output + safety + remaining).toBe(window)
    expect(roomOf(budget)).toBe(Math.max(0, history + remaining))
  })
})

describe("windowOf", () => {
  const model = { name: "m", window: 32_000 }
  it.each([
    { refused: undefined, window: 32_000, why: "nothing was refused" },
    { refused: 20_000, window: 18_000, why: "a smaller request was refused" },
    { refused: 60_000, window: 32_000, why: "the refused request exceeded the declared window" },
    { refused: 900, window: 4096, why: "a very small request was refused, which may have other reasons" },
  ])("returns $window when $why", ({ refused, window }) => {
    const state = gauged(stateAfter([said("go")]), { tooLarge: refused === undefined ? {} : { m: refused } })
    expect(windowOf(state, model)).toBe(window)
  })

  it("ignores what another model of the chain has refused", () => {
    expect(windowOf(gauged(stateAfter([said("go")]), { tooLarge: { other: 9000 } }), model)).toBe(32_000)
  })
})

describe("modelAt", () => {
  const models = [
    { name: "one", window: 1 },
    { name: "two", window: 2 },
  ]
  it.each([
    { chain: 0, models, expected: "one" },
    { chain: 1, models, expected: "two" },
    { chain: 7, models, expected: "one" },
    { chain: 0, models: [], expected: "" },
  ])("returns model '$expected' at position $chain", ({ chain, models: given, expected }) => {
    expect(modelAt({ models: given }, chain).name).toBe(expected)
  })

  it("returns the window of an unknown model for an empty chain", () => {
    expect(modelAt({ models: [] }, 0).window).toBe(UNKNOWN_WINDOW)
  })
})

describe("weigh", () => {
  const fitting = { models: [{ name: "", window: 32_000 }] }
  const weights = startingWeights("other")

  it("adds the last measurements and the messages since", () => {
    const before = gauged(stateAfter(turns(3)), { system: 700, tools: 300 })
    const after = gauged(stateAfter([...turns(3), said(words(50), 4)]), { system: 700, tools: 300 })
    const [small, large] = [weigh(before, 0, fitting), weigh(after, 0, fitting)]
    expect(large).toMatchObject({ window: 32_000, system: 700, tools: 300 })
    const added = estimate(countMessage(user(words(50))), weights)
    expect(Math.abs(large.history - small.history - added)).toBeLessThanOrEqual(1)
  })

  it("counts no tools for the last request of a turn", () => {
    const gauge = { system: 700, tools: 300 }
    expect(weigh(gauged(stateAfter([said("go")]), gauge), 0, fitting).tools).toBe(300)
    expect(weigh(gauged(stateAfter([said("go"), ending()]), gauge), 0, fitting).tools).toBe(0)
  })

  it("counts waiting nudges and the digest, too", () => {
    const plain = estimate(historyCounts(stateAfter(turns(1))), weights)
    expect(estimate(historyCounts(stateAfter([...turns(1), said("x", 2), nudged("2.1.1")])), weights)).toBeGreaterThan(
      plain,
    )
    const digest = { summary: words(40), contract: { open: ["the last file"] } }
    expect(estimate(historyCounts({ ...stateAfter(turns(1)), digest }), weights)).toBeGreaterThan(plain + 30)
  })

  it("counts a history once for the rules and the request, whatever else changes, and anew when it does", () => {
    const state = stateAfter([...turns(1), said("x", 2)])
    const counts = historyCounts(state)
    expect(historyCounts({ ...state, seq: state.seq + 1 })).toBe(counts)
    const others = [
      { ...state, waiting: [] },
      { ...state, counts: { ...state.counts } },
      { ...state, digest: { summary: "s", contract: {} } },
    ]
    for (const other of others) {
      expect(historyCounts(other)).not.toBe(counts)
      expect(historyCounts(state)).toEqual(counts)
    }
  })
})
