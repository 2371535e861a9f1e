// Computes the columns that a session list shows. They are stored in the same transaction as the facts, so that
// listing folds nothing.
import { defined } from "../../base/defined.ts"
import type { Columns, OpenRequest, Status } from "../../contracts/sessions.ts"
import { type CallState, isAsking, isRunning, type State, type Turn } from "./state.ts"

export function columnsOf(state: State): Columns {
  const { turn } = state
  const running = isRunning(turn)
  const open = turn === undefined || turn.calls.length === 0 ? NO_CALLS : openIn(turn)
  const columns: Columns = {
    status: statusOf(state, open),
    // A running turn is due at once. When its runner releases the session, that runner sets the real due time.
    dueAt: running || state.compaction.asked !== undefined || state.restore !== undefined ? 0 : null,
    openRequests: running && !turn.cancelled && open.asking.length > 0 ? open.asking.map(requestOf) : [],
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

interface OpenCalls {
  /** Those that wait for a person. */
  readonly asking: readonly CallState[]
  readonly count: number
}

const NO_CALLS: OpenCalls = { asking: [], count: 0 }

function openIn({ calls }: Turn): OpenCalls {
  const asking: CallState[] = []
  let count = 0
  for (let place = 0; place < calls.length; place++) {
    const call = calls[place] as CallState // Within bounds.
    if (call.stage === "finished") continue
    count++
    if (isAsking(call)) asking.push(call)
  }
  return { asking, count }
}

function statusOf(state: State, { asking, count }: OpenCalls): Status {
  const turn = state.turn
  if (turn === undefined) return "idle"
  if (turn.finished !== undefined) return turn.finished.outcome === "failed" ? "failed" : "idle"
  if (turn.calls.length === 0) return hasResults(state, turn) ? "tool_loop" : "processing"
  return count > 0 && asking.length === count ? "waiting" : "tool_loop"
}

/**
 * Results of calls are shown to the model, or will be with the next request: a resumed turn runs none of them again.
 */
function hasResults({ history }: State, { begins }: Turn): boolean {
  let place = history.length - 1
  while (place >= begins && history.items[place]?.role === "user") place--
  return place >= begins && history.items[place]?.role === "tool"
}

function requestOf({ call, stage, asking, asksLeave, leaves = 0 }: CallState): OpenRequest {
  return {
    call: call.id,
    ...defined({ question: asking }),
    ...(asksLeave !== undefined && leaves > 1 && { isAgain: true }),
    kind: stage === "awaiting-approval" || asksLeave !== undefined ? "approval" : "question",
  }
}
