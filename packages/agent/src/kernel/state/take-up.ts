// A turn that was given up in the middle of its calls, and the retry that continues them. Their results stay in the
// turn until the next one begins, and only then become history.
import type { CallStage, CallState, State, Turn } from "./state.ts"

/** Whether a call of the turn is pending: the turn was given up before its tool gave a result. */
export function hasPending(turn: Turn | undefined): turn is Turn {
  return turn?.calls.some(({ pending = false }) => pending) === true
}

/** The calls that a retry would take up. */
export function pendingCalls({ turn }: Pick<State, "turn">): readonly string[] {
  return (turn?.calls ?? []).flatMap(({ call, pending = false }) => (pending ? [call.id] : []))
}

/**
 * The calls as they were before their turn was given up: a started call looks as after a
 * crash, the others have not run.
 */
export function takenUp(calls: readonly CallState[], ids: readonly string[]): readonly CallState[] {
  return calls.map((call) => (call.pending === true && ids.includes(call.call.id) ? reopened(call) : call))
}

function reopened({ result: _none, pending: _open, asking: _void, asksLeave: _nor, ...call }: CallState): CallState {
  const { expiresAt: _past, expiresIn: _wait, ...again } = call
  return { ...again, stage: stageOf(call) }
}

function stageOf({ starts, answer, decision }: Pick<CallState, "starts" | "answer" | "decision">): CallStage {
  if (starts > 0) return "started"
  if (answer !== undefined) return "answered"
  return decision === undefined ? "asked" : "settled"
}
