// Changes one call of the last answer.
import type { JsonObject } from "../../contracts/json.ts"
import { placeOf, withCallAt } from "./calls.ts"
import type { CallState, State } from "./state.ts"

/** A finished call never changes again. A fact about a call that is not open changes nothing. */
export function changeCall(state: State, id: string, change: (call: CallState) => CallState): State {
  const turn = state.turn
  if (turn === undefined) return state
  const place = placeOf(turn.calls, id)
  const call = turn.calls[place]
  if (call === undefined || call.stage === "finished") return state
  return { ...state, turn: { ...turn, calls: withCallAt(turn.calls, place, change(call)) } }
}

export function repairedBy({
  arguments: given,
  repairs = [],
}: {
  readonly arguments: JsonObject
  readonly repairs?: readonly string[]
}): Pick<CallState, "repaired"> {
  return repairs.length === 0 ? {} : { repaired: { arguments: given, repairs } }
}
