// Computes the columns that a session list shows. They are stored in the same transaction as the facts, so that
// listing folds nothing.
import { defined } from "../../base/defined.ts"
import type { Columns, OpenRequest, Status } from "../../contracts/sessions.ts"
import { type CallState, isAsking, isRunning, type State, type Turn } from "./state.ts"

export function columnsOf(state: State): Columns {
  const { turn } = state
  const running = isRunning(turn)
  const columns: Columns = {
    status: statusOf(state),
    // A running turn is due at once. When its runner releases the session, that runner sets the real due time.
    dueAt: running || state.compaction.asked !== undefined || state.restore !== undefined ? 0 : null,
    openRequests: running && !turn.cancelled ? openRequestsOf(turn) : [],
    turns: state.turns,
    messages: state.dropped + state.history.length + (turn?.calls.length ?? 0) + state.waiting.length,
    usage: state.usage,
    preview: state.preview === "" ? (state.earlierPreview ?? "") : state.preview,
    updatedAt: state.at,
    error: turn?.finished?.error?.message ?? null,
  }
  const workspace = state.session?.workspace
  return workspace === undefined ? columns : { ...columns, workspace }
}

export function statusOf(state: State): Status {
  const turn = state.turn
  if (turn === undefined) return "idle"
  if (turn.finished !== undefined) return turn.finished.outcome === "failed" ? "failed" : "idle"
  if (turn.calls.length === 0) return hasResults(state, turn) ? "tool_loop" : "processing"
  let asking = 0
  for (let place = 0; place < turn.calls.length; place++) {
    const call = turn.calls[place] as CallState // Within bounds.
    if (call.stage === "finished") continue
    if (!isAsking(call)) return "tool_loop"
    asking++
  }
  return asking > 0 ? "waiting" : "tool_loop"
}

/**
 * Results of calls are shown to the model, or will be with the next request: a resumed turn runs none of them again.
 */
function hasResults({ history }: State, { begins }: Turn): boolean {
  let place = history.length - 1
  while (place >= begins && history.items[place]?.role === "user") place--
  return place >= begins && history.items[place]?.role === "tool"
}

/** Hardly any commit has a request open. */
function openRequestsOf({ calls }: Turn): readonly OpenRequest[] {
  const open: OpenRequest[] = []
  for (let place = 0; place < calls.length; place++) {
    const call = calls[place] as CallState // Within bounds.
    if (isAsking(call)) open.push(requestOf(call))
  }
  return open
}

function requestOf({ call, stage, asking, asksLeave, leaves = 0 }: CallState): OpenRequest {
  return {
    call: call.id,
    ...defined({ question: asking }),
    ...(asksLeave !== undefined && leaves > 1 && { isAgain: true }),
    kind: stage === "awaiting-approval" || asksLeave !== undefined ? "approval" : "question",
  }
}
