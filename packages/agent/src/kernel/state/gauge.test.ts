import { describe, expect, it } from "vitest"
import type { Budget } from "../../contracts/context.ts"
import type { Draft } from "../../contracts/fact.ts"
import { emptyState } from "../../registry/state.ts"
import { answered, asked, modelFailed, said } from "../../testing/fact-builders.ts"
import { countText, noCounts } from "../../tokens/counts.ts"
import { estimate, startingWeights } from "../../tokens/weights.ts"
import type { ModelAsked } from "../facts/model-asked.ts"
import { stateAfter } from "../rules/__fixtures__/state-after.ts"
import { readCounts, weightsOf, withCorrection, withMeasurement, withRefusal } from "./gauge.ts"
import type { Attempt, Gauge } from "./state.ts"

const { gauge } = emptyState
const budget: Budget = {
  window: 9000,
  system: 700,
  tools: 300,
  history: 1000,
  output: 2000,
  safety: 450,
  remaining: 4550,
}
const ask = (more: Partial<ModelAsked> = {}) => ({ ...asked(), model: "openai:gpt-5", ...more }) as ModelAsked
const counts = countText("A sentence of quite ordinary English words, and then another one. ".repeat(100))
const tokens = estimate(counts, startingWeights("gpt"))
const attempt: Attempt = {
  id: "1.1.1",
  iteration: 1,
  seen: 2,
  open: true,
  orphans: 0,
  failures: 0,
  tries: 1,
  chain: 0,
  model: "openai:gpt-5",
  offersTools: true,
  tokens,
  counts,
}
const usage = (inputTokens: number) => ({ inputTokens, outputTokens: 1 })

describe("the measured size of a request", () => {
  it.each<{ name: string; fact: ModelAsked; expected: Partial<Gauge> }>([
    { name: "prompt and tools", fact: ask({ budget }), expected: { system: 700, tools: 300 } },
    { name: "unchanged, when the request has no budget", fact: ask(), expected: { system: 5, tools: 6 } },
    {
      name: "that of the tools before, when a last answer has none",
      fact: ask({ budget: { ...budget, tools: 0 } }),
      expected: { system: 700, tools: 6 },
    },
  ])("is $name", ({ fact, expected }) => {
    expect(withMeasurement({ ...gauge, system: 5, tools: 6 }, fact)).toMatchObject(expected)
  })
})

describe("the usage that a provider reports", () => {
  it("improves the next estimate of its model family, and of no other", () => {
    const reported = Math.round(tokens * 1.4)
    const after = withCorrection(gauge, attempt, usage(reported))
    const again = estimate(counts, weightsOf(after, "openai:gpt-4o-mini"))
    expect(Math.abs(again - reported)).toBeLessThan(reported - tokens)
    expect(weightsOf(after, "mistral:large")).toEqual(startingWeights("mistral"))
    expect(after.samples).toBe(1)
    expect(after.error).toBeCloseTo((reported - tokens) / reported)
  })

  it("is part of the mean error", () => {
    const once = withCorrection(gauge, attempt, usage(tokens))
    const twice = withCorrection(once, attempt, usage(tokens * 2))
    expect([once.error, twice.error, twice.samples]).toEqual([0, 0.25, 2])
  })

  it.each([
    { name: "nothing was reported", attempt, usage: undefined },
    { name: "zero was reported", attempt, usage: usage(0) },
    {
      name: "the request was not measured",
      attempt: { ...attempt, counts: undefined } as never as Attempt,
      usage: usage(10),
    },
    { name: "there was no request", attempt: undefined, usage: usage(10) },
  ])("changes nothing when $name", ({ attempt: given, usage: told }) => {
    expect(withCorrection(gauge, given, told)).toBe(gauge)
  })

  it("is read from the log", () => {
    const log: readonly Draft[] = [
      said("go"),
      ask({ budget, counts: { ...counts } }),
      { ...answered({ text: "x" }), usage: usage(1234) } as Draft,
    ]
    expect(stateAfter(log).gauge).toMatchObject({ system: 700, tools: 300, samples: 1 })
    expect(Object.keys(stateAfter(log).gauge.weights)).toEqual(["gpt"])
  })
})

describe("a request that was refused as too large", () => {
  it("uses the limit that the provider names", () => {
    const attempt = { model: "m", tokens: 60_000 } as Attempt
    const message = "This model's maximum context length is 4096 tokens. However, you requested 63906 tokens."
    const { tooLarge } = withRefusal(emptyState.gauge, attempt, message)
    expect(Math.floor((tooLarge.m ?? 0) * 0.9)).toBe(4096)
  })

  it("is remembered by model, the smallest one", () => {
    const once = withRefusal(gauge, attempt)
    const larger = withRefusal(once, { ...attempt, tokens: tokens * 2 })
    const smaller = withRefusal(larger, { ...attempt, tokens: 10 })
    expect([once, larger, smaller].map(({ tooLarge }) => tooLarge["openai:gpt-5"])).toEqual([tokens, tokens, 10])
    expect(withRefusal(gauge, { ...attempt, tokens: undefined } as never as Attempt)).toBe(gauge)
  })

  it.each([
    { name: "the provider said so", code: "context_length_exceeded", expected: { "openai:gpt-5": 2000 } },
    { name: "Pawl did not send it", code: "context-too-large", expected: {} },
  ])("counts when $name", ({ code, expected }) => {
    const error = { class: "context-overflow", code, message: "too large" } as const
    const log = [said("go"), ask({ budget }), { ...modelFailed("context-overflow"), error } as Draft]
    expect(stateAfter(log).gauge.tooLarge).toEqual(expected)
  })
})

it("readCounts treats missing kinds as 0 and ignores unknown ones, because a log may be of another version", () => {
  expect(readCounts({ words: 3, feelings: 9 })).toEqual({ ...noCounts, words: 3 })
})
