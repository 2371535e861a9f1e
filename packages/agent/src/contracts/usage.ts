// Tokens and cost of one model call, or the sum of many.

/** The usage of model calls, in tokens and money. */
export interface Usage {
  /** Tokens of the requests. */
  readonly inputTokens: number
  /** Tokens of the answers. */
  readonly outputTokens: number
  /** Of the requests' tokens, those that came from the provider's cache. */
  readonly cacheReadTokens?: number
  /** Of the requests' tokens, those that the provider put into its cache. */
  readonly cacheWriteTokens?: number
  /** The cost in US dollars, if known. */
  readonly costUsd?: number
  /** Some of it is an estimate: a provider did not report the usage, as of a request that was cancelled. */
  readonly estimated?: true
}

export const noUsage: Usage = { inputTokens: 0, outputTokens: 0 }

export function addUsage(a: Usage, b: Usage | undefined): Usage {
  if (b === undefined) return a
  const sum: { -readonly [Field in keyof Usage]: Usage[Field] } = {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
  // A field that neither has is left out.
  if (a.cacheReadTokens !== undefined || b.cacheReadTokens !== undefined)
    sum.cacheReadTokens = (a.cacheReadTokens ?? 0) + (b.cacheReadTokens ?? 0)
  if (a.cacheWriteTokens !== undefined || b.cacheWriteTokens !== undefined)
    sum.cacheWriteTokens = (a.cacheWriteTokens ?? 0) + (b.cacheWriteTokens ?? 0)
  if (a.costUsd !== undefined || b.costUsd !== undefined) sum.costUsd = roundCost((a.costUsd ?? 0) + (b.costUsd ?? 0))
  if (a.estimated === true || b.estimated === true) sum.estimated = true
  return sum
}

/** Sums of binary fractions have noise in their last places: 0.1 + 0.2 is 0.30000000000000004. */
export function roundCost(usd: number): number {
  return Math.round(usd * 1e10) / 1e10
}
