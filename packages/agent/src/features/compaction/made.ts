// Makes the fact from a plan and the summariser's answer.
import type { CompactionReason } from "../../contracts/compaction.ts"
import type { State } from "../../kernel/state/state.ts"
import type { HistoryCompacted } from "./facts/history-compacted.ts"
import { joinSummaries } from "./lines.ts"
import type { CompactionPlan } from "./plan-at.ts"
import { tokensAt } from "./shape.ts"

export interface Made {
  readonly summary: string
  /** Names of the strategies that were applied, with a note when the summary was made without a model. */
  readonly strategy: string
}

/** The summary to keep: the model's, if it is usable. An earlier summary is never lost. */
export function summaryOf(plan: CompactionPlan, answer: string | undefined): Made {
  const { shape, need, summaryTokens, joinedTokens, earlier, lines } = plan
  const strategy = shape.done.join(", ")
  if (plan.transcript === undefined) return { summary: lines, strategy }
  const words = answer?.trim() ?? ""
  // A summary that is too long is useless: it would push out what it is meant to make room for.
  if (words === "" || need.tokens(words) > summaryTokens * 1.5) {
    return { summary: lines, strategy: `${strategy} (without a model)` }
  }
  return { summary: joinSummaries(earlier, words, joinedTokens, need), strategy }
}

export function factOf(
  state: State,
  plan: CompactionPlan,
  made: Made,
  how: { readonly why: CompactionReason; readonly masks: NonNullable<HistoryCompacted["masks"]> },
): HistoryCompacted {
  const { shape, contract } = plan
  const summary = shape.drops === 0 ? plan.earlier : made.summary
  const hasDigest = state.digest !== undefined || shape.drops > 0 || Object.keys(contract).length > 0
  const head = hasDigest ? plan.weighDigest({ summary, contract }) : 0
  const shown = shape.entries.reduce((sum, _, place) => sum + (place < shape.drops ? 0 : tokensAt(shape, place)), head)
  return {
    type: "history-compacted",
    strategy: made.strategy,
    from: shape.drops === 0 ? 0 : state.dropped,
    to: state.dropped + shape.drops - 1,
    summary,
    contract,
    why: how.why,
    ...(how.masks.length > 0 && { masks: how.masks }),
    ...(plan.clipped.length > 0 && { clipped: plan.clipped }),
    tokens: { before: plan.tokens.before, after: shown },
  }
}
