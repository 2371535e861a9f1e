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
  // Added field by field: every round adds several, and conditional spreads cost more than the sums.
  const sum: Growing = { inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens }
  const read = sumOf(a.cacheReadTokens, b.cacheReadTokens)
  if (read !== undefined) sum.cacheReadTokens = read
  const written = sumOf(a.cacheWriteTokens, b.cacheWriteTokens)
  if (written !== undefined) sum.cacheWriteTokens = written
  const cost = sumOf(a.costUsd, b.costUsd)
  if (cost !== undefined) sum.costUsd = roundCost(cost)
  if (a.estimated ?? b.estimated) sum.estimated = true
  return sum
}

type Growing = { -readonly [Field in keyof Usage]: Usage[Field] }

function sumOf(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0)
}

/** Sums of binary fractions have noise in their last places: 0.1 + 0.2 is 0.30000000000000004. */
export function roundCost(usd: number): number {
  return Math.round(usd * 1e10) / 1e10
}
