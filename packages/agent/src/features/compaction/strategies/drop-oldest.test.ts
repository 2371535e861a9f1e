import { describe, expect, it } from "vitest"
import { assistant, need, result, shape, user, words } from "../../../context/__fixtures__/shapes.ts"
import type { Message } from "../../../contracts/message.ts"
import type { Strategy } from "../shape.ts"
import {
  dropUntilItFits,
  evictOldest,
  summariseHalf,
  summariseMiddle,
  summariseOlder,
  trimMessages,
  trimOldest,
} from "./drop-oldest.ts"

/** A question, a call, its result, an answer: four messages of ten words each. */
const round = (index: number): readonly Message[] => [
  user(`Q${index} ${words(9)}`),
  assistant(words(10), [`c${index}`, "look"]),
  result(`c${index}`, words(10)),
  assistant(`A${index} ${words(9)}`),
]
const rounds = (count: number) => shape(Array.from({ length: count }, (_, index) => round(index)).flat())
const five = rounds(5)

describe("a strategy that drops the oldest messages", () => {
  it.each<{ name: string; strategy: Strategy; drops: number; summary: string; target?: number }>([
    { name: "all but the newest 10 (L5)", strategy: evictOldest({ keep: 10 }), drops: 9, summary: "lines" },
    { name: "all but the newest 9", strategy: evictOldest({ keep: 9 }), drops: 11, summary: "lines" },
    { name: "nothing of few messages", strategy: evictOldest({ keep: 20 }), drops: 0, summary: "none" },
    {
      name: "the middle, all but the newest 6 (X5)",
      strategy: summariseMiddle({ keep: 6 }),
      drops: 13,
      summary: "model",
    },
    { name: "the older half", strategy: summariseHalf(), drops: 9, summary: "model" },
    { name: "all beyond half of the target", strategy: summariseOlder({ share: 0.5 }), drops: 16, summary: "model" },
    { name: "the oldest over the limit (M11)", strategy: trimOldest(), drops: 11, summary: "none" },
    { name: "none of the oldest below the limit", strategy: trimOldest(), drops: 0, summary: "none", target: 5000 },
    { name: "the oldest messages (X8)", strategy: trimMessages({ max: 10 }), drops: 11, summary: "lines" },
    { name: "no messages below the limit", strategy: trimMessages({ max: 20 }), drops: 0, summary: "none" },
    { name: "as few as will do", strategy: dropUntilItFits(), drops: 11, summary: "lines" },
    { name: "all it may when nothing will do", strategy: dropUntilItFits(), drops: 19, summary: "lines", target: 1 },
  ])("drops $name", ({ strategy, drops, summary, target = 100 }) => {
    expect(strategy.apply(five, need(five, { target }))).toMatchObject({ drops, summary })
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    "never leaves a result without its call in front, whatever stays (%i)",
    (keep) => {
      const strategies = [evictOldest({ keep }), summariseMiddle({ keep }), trimMessages({ max: keep }), trimOldest()]
      for (const strategy of strategies) {
        const { drops } = strategy.apply(five, need(five))
        expect(five.entries[drops]?.message.role).not.toBe("tool")
      }
    },
  )

  it("keeps the kind of summary that the first strategy chose", () => {
    const summed = summariseMiddle({ keep: 12 }).apply(five, need(five))
    expect(trimMessages({ max: 4 }).apply(summed, need(five))).toMatchObject({
      summary: "model",
      done: ["summarise", "trim-messages"],
    })
  })

  it("drops nothing where there is no place to cut", () => {
    const one = shape([user(words(500))])
    for (const strategy of [evictOldest({ keep: 0 }), summariseHalf(), dropUntilItFits(), trimMessages({ max: 0 })])
      expect(strategy.apply(one, need(one))).toBe(one)
  })
})
