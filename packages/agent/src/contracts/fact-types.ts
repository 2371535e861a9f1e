// Every fact type this version of Pawl can read. The compiler keeps the table complete.
import type { FactType } from "./fact.ts"

export const FACT_TYPES: Readonly<Record<FactType, true>> = {
  "session-opened": true,
  "turn-started": true,
  "input-added": true,
  "model-asked": true,
  "model-answered": true,
  "model-failed": true,
  nudged: true,
  "approval-requested": true,
  "approval-settled": true,
  "question-asked": true,
  "question-answered": true,
  "tool-started": true,
  "tool-finished": true,
  "history-compacted": true,
  "compaction-asked": true,
  "plan-made": true,
  "plan-step-finished": true,
  "plan-failed": true,
  "turn-cancelled": true,
  "turn-finished": true,
  "checkpoint-made": true,
  "files-restored": true,
  "conversation-rewound": true,
  "catalogue-changed": true,
}
