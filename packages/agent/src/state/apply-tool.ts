// The tools' part of the fold: the calls of the last answer, each moving towards exactly one result.
import type { Fact, ToolFinished } from "../contracts/fact.ts"
import type { CallState, State } from "./state.ts"

const FAILED_OUTCOMES: ReadonlySet<string> = new Set(["error", "timeout"])

export function applyToolFinished(state: State, fact: ToolFinished & Fact): State {
  const { name, outcome, content, code } = fact
  const result = { name, outcome, content, ...(code !== undefined && { code }) }
  const kept =
    fact.full === undefined ? state : { ...state, cutResults: { ...state.cutResults, [fact.call]: fact.full } }
  const changed = changeCall(kept, fact.call, (call) => ({ ...call, stage: "finished", result }))
  const turn = changed.turn
  if (turn === undefined || !FAILED_OUTCOMES.has(outcome)) return changed
  const toolFailures = { ...turn.counters.toolFailures, [name]: (turn.counters.toolFailures[name] ?? 0) + 1 }
  return { ...changed, turn: { ...turn, counters: { ...turn.counters, toolFailures } } }
}

/** A finished call never changes again; a fact about a call that is not open changes nothing. */
export function changeCall(state: State, id: string, change: (call: CallState) => CallState): State {
  const turn = state.turn
  if (turn === undefined) return state
  const index = turn.calls.findIndex((each) => each.call.id === id)
  const call = turn.calls[index]
  if (call === undefined || call.stage === "finished") return state
  return { ...state, turn: { ...turn, calls: turn.calls.with(index, change(call)) } }
}
