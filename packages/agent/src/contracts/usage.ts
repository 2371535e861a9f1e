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
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    ...sum("cacheReadTokens", a, b),
    ...sum("cacheWriteTokens", a, b),
    ...sum("costUsd", a, b),
    ...((a.estimated ?? b.estimated) && { estimated: true as const }),
  }
}

function sum(field: "cacheReadTokens" | "cacheWriteTokens" | "costUsd", a: Usage, b: Usage): Partial<Usage> {
  if (a[field] === undefined && b[field] === undefined) return {}
  const total = (a[field] ?? 0) + (b[field] ?? 0)
  return { [field]: field === "costUsd" ? roundCost(total) : total }
}

/** Sums of binary fractions have noise in their last places: 0.1 + 0.2 is 0.30000000000000004. */
export function roundCost(usd: number): number {
  return Math.round(usd * 1e10) / 1e10
}
