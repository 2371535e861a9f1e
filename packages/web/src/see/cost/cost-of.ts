// What the requests of a turn used and cost. A cost that is not known is not zero, so priced and unpriced are counted apart.
import type { Fact, Usage } from "@pawl/client"
import { numberIn, textIn, usageIn } from "../facts/fact-fields.ts"

export type CostKind = "model" | "judge" | "summary" | "sampling" | "child"

export interface CallCost {
  readonly seq: number
  readonly kind: CostKind
  /** The model, or the tool that had a sub-agent do the work. */
  readonly name: string
  readonly attempt?: string
  readonly hasFailed: boolean
  readonly ms: number
  /** Undefined when the log does not say. */
  readonly usage: Usage | undefined
}

export interface CostSum {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  /** Of the priced calls. */
  readonly costUsd: number
  readonly priced: number
  readonly unpriced: number
  readonly isEstimated: boolean
}

const KINDS: ReadonlySet<string> = new Set<CostKind>(["judge", "summary", "sampling"])

export function callCostsOf(facts: readonly Fact[]): readonly CallCost[] {
  const models = new Map<string, string>()
  return facts.flatMap((fact) => {
    if (fact.type === "model-asked") models.set(textIn(fact, "attempt") ?? "", textIn(fact, "model") ?? "")
    if (fact.type === "model-answered" || fact.type === "model-failed") return [requestCost(fact, models)]
    // A call uses tokens only through a sub-agent.
    if (fact.type !== "tool-finished" || usageIn(fact) === undefined) return []
    const hasFailed = textIn(fact, "outcome") !== "ok"
    return [{ ...common(fact), kind: "child" as const, name: textIn(fact, "name") ?? "", hasFailed }]
  })
}

function requestCost(fact: Fact, models: ReadonlyMap<string, string>): CallCost {
  const purpose = textIn(fact, "purpose") ?? ""
  const attempt = textIn(fact, "attempt") ?? ""
  const kind = KINDS.has(purpose) ? (purpose as CostKind) : "model"
  return { ...common(fact), kind, name: models.get(attempt) ?? "", attempt, hasFailed: fact.type === "model-failed" }
}

function common(fact: Fact) {
  return { seq: fact.seq, ms: numberIn(fact, "ms") ?? 0, usage: usageIn(fact) }
}

/** A request without any usage counts as neither: there is nothing to pay for. */
export function sumOf(usages: readonly (Usage | undefined)[]): CostSum {
  const known = usages.filter((usage) => usage !== undefined)
  const total = (amount: (usage: Usage) => number | undefined) =>
    known.reduce((sum, usage) => sum + (amount(usage) ?? 0), 0)
  const priced = known.filter(({ costUsd }) => costUsd !== undefined).length
  return {
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    cacheReadTokens: total(({ cacheReadTokens }) => cacheReadTokens),
    costUsd: total(({ costUsd }) => costUsd),
    priced,
    unpriced: known.length - priced,
    isEstimated: known.some(({ estimated }) => estimated === true),
  }
}
