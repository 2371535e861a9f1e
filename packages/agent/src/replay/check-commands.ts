// Facts that people cause: they may come at any time at which a session would have accepted them.
import type { Fact } from "../contracts/fact.ts"
import { restoreCheckpoint } from "../features/undo/slice.ts"
import { type CallStage, type CallState, isRunning, type State } from "../kernel/state/state.ts"
import { pendingCalls } from "../kernel/state/take-up.ts"
import { describeFact } from "./describe.ts"
import { differs, type Wrong } from "./report.ts"

export function checkSaid(fact: Fact, state: State): Wrong {
  const why = objection(fact, state)
  return why === undefined ? undefined : differs("log-invalid", why, describeFact(fact))
}

/** What the fact requires but the state does not have. */
function objection(fact: Fact, state: State): string | undefined {
  const { turn } = state
  switch (fact.type) {
    case "session-opened":
      return fact.seq === 1 ? undefined : "a session that is opened once, by its first fact"
    case "turn-started":
      if (isRunning(turn)) return `the end of turn ${turn.number} before another begins`
      if (!(fact.takesUp ?? []).every((id) => pendingCalls(state).includes(id))) return "pending calls to take up"
      return fact.turn === state.turns + 1 ? undefined : `turn ${state.turns + 1}`
    case "input-added":
      return isOpen(state) && fact.turn === turn?.number ? undefined : "a running turn to add to"
    case "turn-cancelled":
      return isOpen(state) && fact.turn === turn?.number ? undefined : "a running turn to cancel"
    case "approval-settled":
      return isApprovalAsked(state, fact.call) ? undefined : "a call that waits for an approval"
    case "question-answered":
      return isAsked(state, fact.call) ? undefined : "a call that waits for an answer"
    case "question-withdrawn":
      return isRunning(turn) && callIn(state, fact.call)?.stage === "started" ? undefined : "a call that has begun"
    case "checkpoint-made":
      return isKept(fact.checkpoint, state) ? undefined : "a call about to begin, or files about to be put back"
    case "restore-asked":
      return isRunning(turn) || state.restore !== undefined ? "a session at rest" : undefined
    case "files-restored":
      return state.restore?.command === fact.command ? undefined : "a restore-asked fact for the same command"
    case "conversation-rewound":
      return isRunning(turn) || fact.to >= fact.seq ? "a session at rest, and an earlier fact to go back to" : undefined
    default:
      return undefined
  }
}

function isKept(checkpoint: string, { restore, turn }: State): boolean {
  if (restore !== undefined) return checkpoint === restoreCheckpoint(restore.command)
  return isRunning(turn) && turn.calls.some(({ call, stage }) => call.id === checkpoint && stage !== "finished")
}

function isOpen({ turn }: State): boolean {
  return isRunning(turn) && !turn.cancelled
}

function isAt(state: State, id: string, stage: CallStage): boolean {
  return isOpen(state) && callIn(state, id)?.stage === stage
}

/** For the call itself, or for a call of the child that it waits for. */
function isApprovalAsked(state: State, id: string): boolean {
  if (isAt(state, id, "awaiting-approval")) return true
  return isAt(state, id, "started") && callIn(state, id)?.asksLeave !== undefined
}

function isAsked(state: State, id: string): boolean {
  return isAt(state, id, "awaiting-answer") || (isAt(state, id, "started") && callIn(state, id)?.asking !== undefined)
}

function callIn({ turn }: State, id: string): CallState | undefined {
  return turn?.calls.find(({ call }) => call.id === id)
}
