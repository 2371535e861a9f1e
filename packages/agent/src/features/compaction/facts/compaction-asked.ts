// Somebody wants the history to be condensed now.
import type { FromCommand } from "../../../contracts/fact.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"

/** Somebody wants the history to be condensed now. */
export interface CompactionAsked extends FromCommand {
  readonly type: "compaction-asked"
  /** What the summary should dwell on. */
  readonly focus?: string
}

export const compactionAsked: FactDefinition<CompactionAsked> = {
  type: "compaction-asked",
  version: 1,
  must: { command: "string" },
  may: { focus: "string" },
  fold: (state, { focus }) => ({
    ...state,
    compaction: { ...state.compaction, asked: focus === undefined ? {} : { focus } },
  }),
  secret: ["focus"],
}
