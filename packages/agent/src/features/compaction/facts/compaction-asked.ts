// Fact: a user asked to condense the history now.
import type { FromCommand } from "../../../contracts/fact.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"

/** A user asked to condense the history now. */
export interface CompactionAsked extends FromCommand {
  readonly type: "compaction-asked"
  /** What the summary should emphasise. */
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
