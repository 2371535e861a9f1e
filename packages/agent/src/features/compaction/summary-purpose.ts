// Purpose `summary`: a model is asked to sum up the history. Its tokens are counted, and the summary is kept until the
// compaction is done.
import type { PurposeDefinition } from "../../kernel/define-purpose.ts"
import type { State } from "../../kernel/state/state.ts"
import { withUsage } from "../../kernel/state/with-usage.ts"

/** The model was asked for a summary and returned nothing. */
const NO_SUMMARY = { class: "output", code: "empty-answer", message: "The model's summary is empty." } as const

export const summaryPurpose: PurposeDefinition = {
  fold(state, fact) {
    const { attempt } = fact
    const before = state.compaction.summary?.attempt === attempt ? state.compaction.summary.tries : 0
    if (fact.type === "model-asked") return withSummary(state, { attempt, open: true, tries: before + 1 })
    const paid = withUsage(state, fact)
    if (fact.type === "model-failed") return withSummary(paid, { attempt, open: false, tries: before })
    return withSummary(paid, { attempt, open: false, tries: before, text: fact.text })
  },
  /** Publishes the start here, because this is where a compaction begins to take time. */
  events(fact, to) {
    if (fact.type === "model-asked") return [to.event({ type: "compaction-start" })]
    if (fact.type === "model-answered")
      return fact.text.trim() === "" ? [to.event({ type: "compaction-failed", error: NO_SUMMARY })] : []
    // A runner that is stopped fails nothing: the next one asks again.
    return fact.error.class === "interrupted" ? [] : [to.event({ type: "compaction-failed", error: fact.error })]
  },
}

function withSummary(state: State, summary: NonNullable<State["compaction"]["summary"]>): State {
  return { ...state, compaction: { ...state.compaction, summary } }
}
