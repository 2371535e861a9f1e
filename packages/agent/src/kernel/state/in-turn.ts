// Changes the running turn, or the last one. Without a turn nothing changes.
import type { State, Turn } from "./state.ts"

export function inTurn(state: State, change: (turn: Turn) => Turn): State {
  return state.turn === undefined ? state : { ...state, turn: change(state.turn) }
}
