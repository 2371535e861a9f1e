// The state, composed of what the kernel and each feature keep in it. A feature adds its slice to the types and to the list.
import { type ApprovalCall, type ApprovalState, approvalSlice } from "../features/approval/slice.ts"
import { type CompactionState, type CompactionTurn, compactionSlice } from "../features/compaction/slice.ts"
import type { DelegationCall } from "../features/delegation/slice.ts"
import type { FinishTurn } from "../features/finish/slice.ts"
import { type PlanTurn, planSlice } from "../features/plans/slice.ts"
import type { QuestionCall } from "../features/questions/slice.ts"
import { type TaskState, type TaskTurn, taskSlice } from "../features/tasks/slice.ts"
import { type ToolChoiceState, type ToolChoiceTurn, toolChoiceSlice } from "../features/tool-choice/slice.ts"
import { type UndoCall, type UndoState, type UndoTurn, undoSlice } from "../features/undo/slice.ts"
import type { Slice } from "../kernel/define-slice.ts"
import type { ToolFinished } from "../kernel/facts/tool-finished.ts"
import { type CoreCall, type CoreState, type CoreTurn, coreSlice } from "../kernel/state/core.ts"

/** What a session's facts add up to: all that rules may look at. Plain data; it survives JSON, so it can be snapshotted. */
export interface State extends CoreState, ApprovalState, CompactionState, TaskState, ToolChoiceState, UndoState {}

export interface Turn extends CoreTurn, CompactionTurn, FinishTurn, PlanTurn, TaskTurn, ToolChoiceTurn, UndoTurn {}

export interface CallState extends CoreCall, ApprovalCall, DelegationCall, QuestionCall, UndoCall {}

/** In this order they follow a fact. */
export const SLICES: readonly Slice[] = [
  coreSlice,
  approvalSlice,
  compactionSlice,
  planSlice,
  taskSlice,
  toolChoiceSlice,
  undoSlice,
]

export const emptyState = Object.assign({}, ...SLICES.map(({ initial }) => initial)) as State // Each slice gives its own fields.

/** Now, with the conversation as it was then. */
export function conversationOf(past: State, now: State): State {
  const state: Record<string, unknown> = { ...now }
  for (const { conversation = [], rewind } of SLICES) {
    for (const field of conversation) {
      if (past[field] === undefined) delete state[field]
      else state[field] = past[field]
    }
    Object.assign(state, rewind?.(past, now))
  }
  return state as unknown as State // All fields are there as before, or as they were then.
}

/** The call changed something of the session's own, and nothing in the world. */
export function isOwnChange(fact: ToolFinished): boolean {
  return SLICES.some((slice) => slice.isOwnChange?.(fact) === true)
}
