// From here on a model is shown less. The log keeps all of it.
import { defined } from "../../../base/defined.ts"
import type { CompactionReason, Contract, Mask } from "../../../contracts/compaction.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { applyCompacted } from "../apply-compaction.ts"

/** From here on a model is shown less. The log keeps all of it. */
export interface HistoryCompacted {
  readonly type: "history-compacted"
  /** What was done, in order: "mask-results, summarise". */
  readonly strategy: string
  /**
   * Among all messages of the session, the first and the last that are no longer shown; `to` is -1 when all are shown.
   */
  readonly from: number
  readonly to: number
  /** Shown in place of the dropped messages. */
  readonly summary: string
  readonly contract: Contract
  readonly why?: CompactionReason
  /** Messages that are still shown, but shorter. */
  readonly masks?: readonly Mask[]
  /** Messages of the user that are shown in part. Reported to people; the model sees the cut where it stands. */
  readonly clipped?: readonly string[]
  /** Tokens of the history before and after. */
  readonly tokens?: { readonly before: number; readonly after: number }
}

export const historyCompacted: FactDefinition<HistoryCompacted> = {
  type: "history-compacted",
  version: 1,
  must: { strategy: "string", from: "number", to: "number", summary: "string", contract: "object" },
  may: { masks: "masks" },
  fold: applyCompacted,
  events({ strategy, why, tokens, contract, clipped = [] }, to) {
    const details = { ...defined({ why, tokens }) }
    return [to.event({ type: "compaction-done", strategy, ...details, lost: [...(contract.lost ?? []), ...clipped] })]
  },
  record: ({ strategy, why, tokens, contract }) => ({
    kind: "trim",
    strategy,
    ...defined({ why }),
    ...tokens,
    lost: contract.lost?.length ?? 0,
  }),
  secret: ["summary", "contract", "masks", "clipped"],
}
