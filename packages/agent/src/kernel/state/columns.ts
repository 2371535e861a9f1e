// Computes the columns that a session list shows. They are stored in the same transaction as the facts, so that
// listing folds nothing.
import { defined } from "../../base/defined.ts"
import type { Columns, OpenRequest, Status } from "../../contracts/store.ts"
import { type CallState, isAsking, isRunning, openCalls, type State, type Turn } from "./state.ts"

export function columnsOf(state: State): Columns {
  const running = isRunning(state.turn)
  const open = state.turn === undefined ? NONE : openCalls(state.turn)
  return {
    status: statusOf(state, open),
    // A running turn is due at once. When its runner releases the session, that runner sets the real due time.
    dueAt: running || state.compaction.asked !== undefined || state.restore !== undefined ? 0 : null,
    openRequests: running && state.turn?.cancelled !== true && open.length > 0 ? requestsOf(open) : [],
    turns: state.turns,
    messages: state.dropped + state.history.length + (state.turn?.calls.length ?? 0) + state.waiting.length,
    usage: state.usage,
    preview: state.preview === "" ? (state.earlierPreview ?? "") : state.preview,
    updatedAt: state.at,
    error: state.turn?.finished?.error?.message ?? null,
    ...(state.session?.workspace !== undefined && { workspace: state.session.workspace }),
  }
}

const NONE: readonly CallState[] = []

function statusOf(state: State, open: readonly CallState[]): Status {
  const turn = state.turn
  if (turn === undefined) return "idle"
  if (turn.finished !== undefined) return turn.finished.outcome === "failed" ? "failed" : "idle"
  if (open.length > 0) return open.every(isAsking) ? "waiting" : "tool_loop"
  return turn.calls.length > 0 || hasResults(state, turn) ? "tool_loop" : "processing"
}

/**
 * Results of calls are shown to the model, or will be with the next request: a resumed turn runs none of them again.
 */
function hasResults({ history }: State, { begins }: Turn): boolean {
  let place = history.length - 1
  while (place >= begins && history.items[place]?.role === "user") place--
  return place >= begins && history.items[place]?.role === "tool"
}

function requestsOf(open: readonly CallState[]): readonly OpenRequest[] {
  return open.filter(isAsking).map(({ call, stage, asking, asksLeave, leaves = 0 }) => ({
    call: call.id,
    ...defined({ question: asking }),
    ...(asksLeave !== undefined && leaves > 1 && { isAgain: true }),
    kind: stage === "awaiting-approval" || asksLeave !== undefined ? "approval" : "question",
  }))
}
