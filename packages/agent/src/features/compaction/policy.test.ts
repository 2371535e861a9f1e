import { describe, expect, it } from "vitest"
import { budgetOf, roomOf } from "../../context/fitting.ts"
import { profiles } from "../../profiles/profiles.ts"
import { type ContextPolicy, isDue } from "./policy.ts"
import { budgeted, evicting, halving, summarised, trimmedByChars, wholeHistory } from "./ways.ts"

const measure = (window: number, history: number, more: { messages?: number; chars?: number } = {}) => {
  const budget = budgetOf(window, { system: 500, tools: 500, history }, {})
  return { budget, room: roomOf(budget), messages: more.messages ?? 20, chars: () => more.chars ?? 0 }
}

/** The room of a window of 100,000 is 96,232: what is left of it after prompt, tools and reserves. */
describe("a policy is due", () => {
  it.each<{ name: string; policy: ContextPolicy; history: number; messages?: number; chars?: number; due: boolean }>([
    { name: "default below 80 % of its room", policy: budgeted, history: 76_000, due: false },
    { name: "default above 80 % of its room", policy: budgeted, history: 78_000, due: true },
    { name: "chat-service as long as it fits", policy: wholeHistory, history: 96_000, due: false },
    { name: "chat-service when it does not fit", policy: wholeHistory, history: 97_000, due: true },
    { name: "local-desktop with 5,000 left and more", policy: evicting, history: 86_000, due: false },
    { name: "local-desktop with less than 5,000 left", policy: evicting, history: 92_000, due: true },
    { name: "local-desktop with few messages", policy: evicting, history: 92_000, messages: 11, due: true },
    { name: "local-desktop with too few messages", policy: evicting, history: 92_000, messages: 10, due: false },
    { name: "local-desktop with too few that do not fit", policy: evicting, history: 97_000, messages: 2, due: true },
    { name: "xml-tools above 80 %", policy: halving, history: 78_000, due: true },
    { name: "structured-react below its characters", policy: trimmedByChars, history: 10, chars: 200_000, due: false },
    { name: "structured-react above its characters", policy: trimmedByChars, history: 10, chars: 200_001, due: true },
    { name: "terminal at 50 messages", policy: summarised, history: 10, messages: 50, due: false },
    { name: "terminal at 51 messages", policy: summarised, history: 10, messages: 51, due: true },
  ])("$name: $due", ({ policy, history, due, ...more }) => {
    expect(isDue(policy, measure(100_000, history, more))).toBe(due)
  })

  it("terminal above 80,000 tokens, however large the window", () => {
    expect(isDue(summarised, measure(1_000_000, 80_000))).toBe(false)
    expect(isDue(summarised, measure(1_000_000, 80_001))).toBe(true)
  })

  it.each([
    { after: 40_000, history: 81_000, due: true },
    { after: 78_000, history: 81_000, due: false },
    { after: 78_000, history: 89_000, due: true },
    { after: 90_000, history: 95_000, due: false },
    { after: 90_000, history: 101_000, due: true },
  ])(
    "not after every step: the last compaction left $after tokens, now there are $history: $due",
    ({ after, history, due }) => {
      expect(isDue(summarised, { ...measure(1_000_000, history), after })).toBe(due)
    },
  )

  it("for messages not after every step either, when many had to stay", () => {
    const many = (messages: number) => isDue(summarised, { ...measure(128_000, 10, { messages }), shown: 48 })
    expect([many(51), many(72), many(73)]).toEqual([false, false, true])
  })

  it("when less is left than the turn needs to continue", () => {
    const tight = measure(4096, 1800)
    expect([isDue(wholeHistory, tight), isDue(wholeHistory, { ...tight, spare: 512 })]).toEqual([false, true])
  })

  it("local-desktop in a small window by a quarter of its room, not by 5,000", () => {
    const { room } = measure(4096, 0)
    expect(isDue(evicting, measure(4096, Math.floor(room * 0.74)))).toBe(false)
    expect(isDue(evicting, measure(4096, Math.ceil(room * 0.78)))).toBe(true)
  })

  it("without counting characters where there is no limit for them", () => {
    const counting = { ...measure(100_000, 10), chars: () => expect.fail("counted") }
    expect(isDue(budgeted, counting)).toBe(false)
  })
})

describe("every profile", () => {
  it.each(Object.entries(profiles))(
    "%s keeps less than it starts with, so that it does not condense at every step",
    (_name, create) => {
      const { context } = create({})
      expect(context.target).toBeLessThan(context.at)
      expect(context.strategies.length).toBeGreaterThan(0)
    },
  )
})
