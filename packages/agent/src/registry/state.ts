// The state, composed of the slices of the kernel and of each feature. A feature adds its slice to
// the types and to the list.
import { type ApprovalCall, type ApprovalState, approvalSlice } from "../features/approval/slice.ts"
import { type CompactionState, type CompactionTurn, compactionSlice } from "../features/compaction/slice.ts"
import type { DelegationCall } from "../features/delegation/slice.ts"
import type { FinishTurn } from "../features/finish/slice.ts"
import type { LimitState, LimitTurn } from "../features/limits/slice.ts"
import { type OfferState, type OfferTurn, offerSlice } from "../features/offer/slice.ts"
import type { OutputTurn } from "../features/output/slice.ts"
import { type PlanTurn, planSlice } from "../features/plans/slice.ts"
import type { QuestionCall } from "../features/questions/slice.ts"
import { type TaskState, type TaskTurn, taskSlice } from "../features/tasks/slice.ts"
import { type UndoCall, type UndoState, type UndoTurn, undoSlice } from "../features/undo/slice.ts"
import type { Slice } from "../kernel/define-slice.ts"
import type { ToolFinished } from "../kernel/facts/tool-finished.ts"
import { type CoreCall, type CoreState, type CoreTurn, coreSlice } from "../kernel/state/core.ts"

/**
 * The result of folding a session's facts: all that rules may look at. Plain data that survives
 * JSON, so it can be snapshotted.
 */
export interface State
  extends CoreState,
    ApprovalState,
    CompactionState,
    LimitState,
    TaskState,
    OfferState,
    UndoState {}

/** The turn that runs. */
export interface Turn
  extends CoreTurn,
    CompactionTurn,
    FinishTurn,
    LimitTurn,
    OutputTurn,
    PlanTurn,
    TaskTurn,
    OfferTurn,
    UndoTurn {}

/** A call of the turn that runs. */
export interface CallState extends CoreCall, ApprovalCall, DelegationCall, QuestionCall, UndoCall {}

/** The order in which slices follow a fact. */
export const SLICES: readonly Slice[] = [
  coreSlice,
  approvalSlice,
  compactionSlice,
  planSlice,
  taskSlice,
  offerSlice,
  undoSlice,
]

/**
 * Copied once more, because V8 makes a dictionary of an object that gets so many fields one by one. Then each copy of a state is
 * made the slow way, also of the states that follow.
 */
export const emptyState: State = { ...Object.assign({}, ...SLICES.map(({ initial }) => initial)) } // Each slice provides its own fields.

/** The current state with the conversation of an earlier one. */
export function conversationOf(past: State, now: State): State {
  const state: Record<string, unknown> = { ...now }
  for (const { conversation = [], rewind } of SLICES) {
    for (const field of conversation) {
      if (past[field] === undefined) delete state[field]
      else state[field] = past[field]
    }
    Object.assign(state, rewind?.(past, now))
  }
  return state as unknown as State // All fields are present: the current ones, or those of `past`.
}

/** Whether the call changed only the session's own lists, and nothing in the world. */
export function isOwnChange(fact: ToolFinished): boolean {
  return SLICES.some((slice) => slice.isOwnChange?.(fact) === true)
}
