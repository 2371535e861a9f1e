// What requests to a model cost: a price, and a table of prices by the names of models.

/** The list price of a model, in US dollars per million tokens. */
export interface ModelPrice {
  /** Tokens of requests. */
  readonly input: number
  /** Tokens of answers, thinking included. */
  readonly output: number
  /** Tokens of requests that came from the provider's cache; the price of `input` unless given. */
  readonly cacheRead?: number
  /** Tokens of requests that the provider put into its cache; the price of `input` unless given. */
  readonly cacheWrite?: number
}

/**
 * Prices by the name of a model, "provider:name", or by the beginning of a name, "provider:name*". The longest
 * beginning counts.
 *
 * @example
 * ```ts
 * import { createAgent, type Prices } from "@pawl/agent"
 *
 * const prices: Prices = { "openai:gpt-5": { input: 1, output: 8, cacheRead: 0.1 }, "vllm:*": { input: 0.2, output: 0.2 } }
 * const agent = await createAgent({ model, prices })
 * ```
 */
export type Prices = Readonly<Record<string, ModelPrice>>
