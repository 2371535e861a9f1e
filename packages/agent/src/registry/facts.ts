// All facts that this version of Pawl can read. Each fact has its own file, and a row here: in
// the union and in the table.
import type { Stamp } from "../contracts/fact.ts"
import { type ApprovalRequested, approvalRequested } from "../features/approval/facts/approval-requested.ts"
import { type ApprovalSettled, approvalSettled } from "../features/approval/facts/approval-settled.ts"
import { type CompactionAsked, compactionAsked } from "../features/compaction/facts/compaction-asked.ts"
import { type HistoryCompacted, historyCompacted } from "../features/compaction/facts/history-compacted.ts"
import { type UsageLimitMet, usageLimitMet } from "../features/limits/facts/usage-limit-met.ts"
import { type CatalogueChanged, catalogueChanged } from "../features/offer/facts/catalogue-changed.ts"
import { type OutputChecked, outputChecked } from "../features/output/facts/output-checked.ts"
import { type PlanFailed, planFailed } from "../features/plans/facts/plan-failed.ts"
import { type PlanMade, planMade } from "../features/plans/facts/plan-made.ts"
import { type PlanStepFinished, planStepFinished } from "../features/plans/facts/plan-step-finished.ts"
import { type QuestionAnswered, questionAnswered } from "../features/questions/facts/question-answered.ts"
import { type QuestionAsked, questionAsked } from "../features/questions/facts/question-asked.ts"
import { type QuestionWithdrawn, questionWithdrawn } from "../features/questions/facts/question-withdrawn.ts"
import { type CheckpointMade, checkpointMade } from "../features/undo/facts/checkpoint-made.ts"
import { type ConversationRewound, conversationRewound } from "../features/undo/facts/conversation-rewound.ts"
import { type FilesRestored, filesRestored } from "../features/undo/facts/files-restored.ts"
import { type RestoreAsked, restoreAsked } from "../features/undo/facts/restore-asked.ts"
import type { FactDefinition } from "../kernel/define-fact.ts"
import { type InputAdded, inputAdded } from "../kernel/facts/input-added.ts"
import { type InputWithdrawn, inputWithdrawn } from "../kernel/facts/input-withdrawn.ts"
import { type ModelAnswered, modelAnswered } from "../kernel/facts/model-answered.ts"
import { type ModelAsked, modelAsked } from "../kernel/facts/model-asked.ts"
import { type ModelFailed, modelFailed } from "../kernel/facts/model-failed.ts"
import { type Nudged, nudged } from "../kernel/facts/nudged.ts"
import { type RequestHeld, requestHeld } from "../kernel/facts/request-held.ts"
import { type SessionOpened, sessionOpened } from "../kernel/facts/session-opened.ts"
import { type ToolFinished, toolFinished } from "../kernel/facts/tool-finished.ts"
import { type ToolStarted, toolStarted } from "../kernel/facts/tool-started.ts"
import { type TurnCancelled, turnCancelled } from "../kernel/facts/turn-cancelled.ts"
import { type TurnFinished, turnFinished } from "../kernel/facts/turn-finished.ts"
import { type TurnStarted, turnStarted } from "../kernel/facts/turn-started.ts"

/** A fact before the session's one writer has numbered it. */
export type Draft =
  | SessionOpened
  | TurnStarted
  | InputAdded
  | InputWithdrawn
  | ModelAsked
  | ModelAnswered
  | ModelFailed
  | RequestHeld
  | Nudged
  | ApprovalRequested
  | ApprovalSettled
  | QuestionAsked
  | QuestionAnswered
  | QuestionWithdrawn
  | ToolStarted
  | ToolFinished
  | HistoryCompacted
  | CompactionAsked
  | PlanMade
  | PlanStepFinished
  | PlanFailed
  | TurnCancelled
  | TurnFinished
  | CheckpointMade
  | RestoreAsked
  | FilesRestored
  | ConversationRewound
  | CatalogueChanged
  | UsageLimitMet
  | OutputChecked

/** The type of a fact. */
export type FactType = Draft["type"]

/** A fact as the log stores it. */
export type Fact = Draft & Stamp

export type FactNamed<Type extends FactType> = Extract<Draft, { readonly type: Type }>

/** The compiler keeps the table complete. */
export const FACTS: { readonly [Type in FactType]: FactDefinition<FactNamed<Type>> } = {
  "session-opened": sessionOpened,
  "turn-started": turnStarted,
  "input-added": inputAdded,
  "input-withdrawn": inputWithdrawn,
  "model-asked": modelAsked,
  "model-answered": modelAnswered,
  "model-failed": modelFailed,
  "request-held": requestHeld,
  nudged,
  "approval-requested": approvalRequested,
  "approval-settled": approvalSettled,
  "question-asked": questionAsked,
  "question-answered": questionAnswered,
  "question-withdrawn": questionWithdrawn,
  "tool-started": toolStarted,
  "tool-finished": toolFinished,
  "history-compacted": historyCompacted,
  "compaction-asked": compactionAsked,
  "plan-made": planMade,
  "plan-step-finished": planStepFinished,
  "plan-failed": planFailed,
  "turn-cancelled": turnCancelled,
  "turn-finished": turnFinished,
  "checkpoint-made": checkpointMade,
  "restore-asked": restoreAsked,
  "files-restored": filesRestored,
  "conversation-rewound": conversationRewound,
  "catalogue-changed": catalogueChanged,
  "usage-limit-met": usageLimitMet,
  "output-checked": outputChecked,
}

export function isFactType(type: unknown): type is FactType {
  return typeof type === "string" && Object.hasOwn(FACTS, type)
}

/** The definition for a fact of any type. */
export function definitionOf(fact: { readonly type: FactType }): FactDefinition<Draft> {
  return FACTS[fact.type] as unknown as FactDefinition<Draft> // The row of its own type.
}
