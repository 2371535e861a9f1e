// List prices of known models, in US dollars per million tokens, as their vendors published them in November 2025:
// platform.claude.com/docs/en/about-claude/pricing (cache writes that live for 5 minutes), openai.com/api/pricing and
// platform.openai.com/docs/pricing (standard tier), ai.google.dev/gemini-api/docs/pricing (paid tier). A model with
// other prices for long requests, or whose price is not certain, is left out: its cost is unknown until the user names
// a price. Claude Sonnet has its price up to 200,000 tokens; more is an offer of its own. Dated names have the same price.
import type { ModelPrice, Prices } from "../contracts/price.ts"

export const listPrices: Prices = {
  ...named("anthropic:claude-opus-4-5", price(5, 25, 0.5, 6.25)),
  ...named("anthropic:claude-opus-4-1", price(15, 75, 1.5, 18.75)),
  ...named("anthropic:claude-opus-4", price(15, 75, 1.5, 18.75)),
  ...named("anthropic:claude-sonnet-4-5", price(3, 15, 0.3, 3.75)),
  ...named("anthropic:claude-sonnet-4", price(3, 15, 0.3, 3.75)),
  ...named("anthropic:claude-haiku-4-5", price(1, 5, 0.1, 1.25)),
  "anthropic:claude-3-7-sonnet*": price(3, 15, 0.3, 3.75),
  "anthropic:claude-3-5-sonnet*": price(3, 15, 0.3, 3.75),
  "anthropic:claude-3-5-haiku*": price(0.8, 4, 0.08, 1),
  "anthropic:claude-3-opus*": price(15, 75, 1.5, 18.75),
  "anthropic:claude-3-haiku*": price(0.25, 1.25, 0.03, 0.3),

  ...named("openai:gpt-5.1", price(1.25, 10, 0.125)),
  ...named("openai:gpt-5", price(1.25, 10, 0.125)),
  ...named("openai:gpt-5-mini", price(0.25, 2, 0.025)),
  ...named("openai:gpt-5-nano", price(0.05, 0.4, 0.005)),
  ...named("openai:gpt-4.1", price(2, 8, 0.5)),
  ...named("openai:gpt-4.1-mini", price(0.4, 1.6, 0.1)),
  ...named("openai:gpt-4.1-nano", price(0.1, 0.4, 0.025)),
  ...named("openai:gpt-4o-mini", price(0.15, 0.6, 0.075)),
  ...named("openai:o3", price(2, 8, 0.5)),
  ...named("openai:o4-mini", price(1.1, 4.4, 0.275)),
  ...named("openai:o3-mini", price(1.1, 4.4, 0.55)),
  "openai:gpt-4o": price(2.5, 10, 1.25),
  "openai:gpt-4o-2024-08-06": price(2.5, 10, 1.25),
  "openai:gpt-4o-2024-11-20": price(2.5, 10, 1.25),

  "gemini:gemini-2.5-flash": price(0.3, 2.5),
  "gemini:gemini-2.5-flash-lite": price(0.1, 0.4),
  "gemini:gemini-2.0-flash": price(0.1, 0.4),

  // These run on the user's own machine.
  "ollama:*": price(0, 0),
  "lmstudio:*": price(0, 0),
  "vllm:*": price(0, 0),
  "llamacpp:*": price(0, 0),
}

function price(input: number, output: number, cacheRead?: number, cacheWrite?: number): ModelPrice {
  return {
    input,
    output,
    ...(cacheRead !== undefined && { cacheRead }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

/** By its plain name and by its dated ones: "claude-opus-4*" would also name "claude-opus-4-5", which costs less. */
function named(name: string, cost: ModelPrice): Prices {
  return { [name]: cost, [`${name}-20*`]: cost }
}
