// What a session used: each of its models, and its sub-agents together.
import type { Json, Usage } from "@pawl/client"

export interface ModelCost {
  /** Empty for the sub-agents. */
  readonly name: string
  /** How often it was asked; not known of sub-agents. */
  readonly calls: number | undefined
  readonly usage: Usage
}

interface ModelStats {
  readonly calls: number
  readonly usage: Usage
}

/** `stats` counts the session's own requests, `total` also what sub-agents used. */
export function modelCostsOf(stats: { readonly [key: string]: Json }, total: Usage): readonly ModelCost[] {
  const models = Object.entries((stats.models ?? {}) as unknown as Readonly<Record<string, ModelStats>>)
  const own = models.map(([name, { calls, usage }]) => ({ name, calls, usage }))
  const usage = without(
    total,
    own.map((each) => each.usage),
  )
  return usage.inputTokens + usage.outputTokens > 0 ? [...own, { name: "", calls: undefined, usage }] : own
}

const LEAST_USD = 1e-9

function without(total: Usage, parts: readonly Usage[]): Usage {
  const left = (amount: (usage: Usage) => number | undefined) =>
    Math.max(
      0,
      parts.reduce((rest, part) => rest - (amount(part) ?? 0), amount(total) ?? 0),
    )
  const costUsd = left((usage) => usage.costUsd)
  return {
    inputTokens: left((usage) => usage.inputTokens),
    outputTokens: left((usage) => usage.outputTokens),
    ...(costUsd > LEAST_USD && { costUsd }),
  }
}
