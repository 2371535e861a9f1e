// A change of the turn under way, or of the last one; of a session without one nothing changes.
import type { State, Turn } from "./state.ts"

export function inTurn(state: State, change: (turn: Turn) => Turn): State {
  return state.turn === undefined ? state : { ...state, turn: change(state.turn) }
}
