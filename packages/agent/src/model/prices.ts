// What a request cost: its usage times the price of its model. A model without a price has an unknown cost, never 0.
import type { ModelPrice, Prices } from "../contracts/price.ts"
import type { Usage } from "../contracts/usage.ts"
import { listPrices } from "./list-prices.ts"

/** The price of a model: as the user gives it, else by the list; undefined for a model that is in neither. */
export function priceOf(model: string, given: Prices = {}): ModelPrice | undefined {
  return priceIn(given, model) ?? (isRented(model) ? undefined : priceIn(listPrices, model))
}

/** A provider that counts cached tokens beside the others is read so that `inputTokens` has all of them. */
export function costOf(usage: Usage, { input, output, cacheRead = input, cacheWrite = input }: ModelPrice): number {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0 } = usage
  const fresh = Math.max(0, inputTokens - cacheReadTokens - cacheWriteTokens)
  const million = fresh * input + cacheReadTokens * cacheRead + cacheWriteTokens * cacheWrite + outputTokens * output
  // Nanodollars: sums of many requests stay free of the noise of binary fractions.
  return Math.round(million * 1000) / 1e9
}

/** The usage with its cost, unless the provider has sent one or the price is unknown. */
export function withCost(usage: Usage, price: ModelPrice | undefined): Usage {
  return usage.costUsd !== undefined || price === undefined ? usage : { ...usage, costUsd: costOf(usage, price) }
}

function priceIn(prices: Prices, model: string): ModelPrice | undefined {
  return priceNamed(prices, model) ?? priceNamed(prices, plainName(model))
}

function priceNamed(prices: Prices, model: string): ModelPrice | undefined {
  if (Object.hasOwn(prices, model)) return prices[model]
  let longest = ""
  for (const name of Object.keys(prices)) {
    if (name.endsWith("*") && name.length > longest.length && model.startsWith(name.slice(0, -1))) longest = name
  }
  return longest === "" ? undefined : prices[longest]
}

/** AI SDK providers name themselves with the kind of their endpoint: "openai.responses:gpt-5". */
function plainName(model: string): string {
  return model.replace(/^([a-z-]+)\.[\w.-]+:/, "$1:")
}

/** Ollama runs these in its cloud, for money. */
function isRented(model: string): boolean {
  return model.startsWith("ollama:") && model.endsWith("-cloud")
}
