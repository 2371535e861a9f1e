import { describe, expect, it } from "vitest"
import type { Json } from "../contracts/json.ts"
import type { Prices } from "../contracts/price.ts"
import { listPrices } from "./list-prices.ts"
import { costOf, priceOf, withCost } from "./prices.ts"
import { AnswerSoFar } from "./wire/answer-so-far.ts"
import { readAnthropic } from "./wire/anthropic-reader.ts"
import { readOpenAi } from "./wire/openai-reader.ts"

const dollar = { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }

const begun = () => new AnswerSoFar({ onText: () => {}, onReasoning: () => {} })

describe("the cost of a request is its usage times the price (X20)", () => {
  it.each([
    { name: "input and output", usage: { inputTokens: 1_000_000, outputTokens: 100_000 }, price: dollar, cost: 3 },
    {
      name: "cached tokens are part of the input",
      usage: { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 600_000, cacheWriteTokens: 300_000 },
      price: dollar,
      cost: 0.1 * 2 + 0.6 * 0.2 + 0.3 * 2.5,
    },
    {
      name: "without a price of their own they cost what input costs",
      usage: { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 600_000, cacheWriteTokens: 300_000 },
      price: { input: 2, output: 10 },
      cost: 2,
    },
    {
      name: "a provider that counts more cached tokens than input costs no less than its cached tokens",
      usage: { inputTokens: 10, outputTokens: 0, cacheReadTokens: 1_000_000 },
      price: dollar,
      cost: 0.2,
    },
    { name: "nothing", usage: { inputTokens: 0, outputTokens: 0 }, price: dollar, cost: 0 },
  ])("$name", ({ usage, price, cost }) => {
    expect(costOf(usage, price)).toBeCloseTo(cost, 9)
  })

  it("is the same for the same tokens in each provider's way of counting", () => {
    // Anthropic counts cached tokens beside the input, OpenAI counts them in it.
    const anthropic: Json = {
      type: "message_start",
      message: {
        id: "m",
        usage: {
          input_tokens: 1000,
          cache_read_input_tokens: 8000,
          cache_creation_input_tokens: 2000,
          output_tokens: 500,
        },
      },
    }
    const openAi: Json = {
      choices: [],
      usage: {
        prompt_tokens: 11_000,
        completion_tokens: 500,
        prompt_tokens_details: { cached_tokens: 8000, cache_write_tokens: 2000 },
      },
    }
    const answers = [begun(), begun()] as const
    readAnthropic(answers[0], anthropic)
    readOpenAi(answers[1], openAi)
    const used = answers.map(({ usage }) => usage)
    const cost = (1000 * 2 + 8000 * 0.2 + 2000 * 2.5 + 500 * 10) / 1e6
    expect(used.map((usage) => usage && withCost(usage, dollar).costUsd)).toEqual([cost, cost])
  })

  it("is what the provider sends, where it sends one", () => {
    const sent = { inputTokens: 1_000_000, outputTokens: 0, costUsd: 0.7 }
    expect(withCost(sent, dollar)).toBe(sent)
  })

  it("is unknown, and not 0, without a price", () => {
    expect(withCost({ inputTokens: 5, outputTokens: 5 }, undefined)).not.toHaveProperty("costUsd")
  })
})

describe("the price of a model", () => {
  const own: Prices = {
    "acme:small": { input: 1, output: 1 },
    "acme:*": { input: 2, output: 2 },
    "acme:big*": { input: 3, output: 3 },
    "openai:gpt-5": { input: 9, output: 9 },
  }
  it.each([
    ["its own name", "acme:small", 1],
    ["the longest beginning", "acme:big-2", 3],
    ["any beginning", "acme:other", 2],
    ["the user's price before the list's", "openai:gpt-5", 9],
    ["the list's price for others", "openai:gpt-5-mini", 0.25],
    ["a dated name", "anthropic:claude-sonnet-4-5-20250929", 3],
    ["a newer model with another price", "anthropic:claude-opus-4-5", 5],
    ["an older one with a name that begins alike", "anthropic:claude-opus-4-20250514", 15],
    ["a model of the AI SDK", "openai.responses:gpt-5-nano", 0.05],
    ["a model on this machine", "ollama:qwen3:8b", 0],
    ["a rented one that Ollama passes on", "ollama:gpt-oss:120b-cloud", undefined],
    ["an unknown model", "openai:gpt-99", undefined],
    ["a name that objects have", "constructor", undefined],
  ])("is found by %s", (_name, model, input) => {
    expect(priceOf(model, own)?.input).toBe(input)
  })

  it("costs more for output than for input, and less from a cache, in each row of the list", () => {
    for (const [name, { input, output, cacheRead = input }] of Object.entries(listPrices)) {
      expect([name, output >= input, cacheRead <= input]).toEqual([name, true, true])
    }
  })
})
