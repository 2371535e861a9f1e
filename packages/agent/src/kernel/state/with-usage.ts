// Adds usage and time to the turn and to the session.
import { addUsage, type Usage } from "../../contracts/usage.ts"
import type { State } from "./state.ts"

/** A request or a call, as its last fact tells of it. */
export interface Used {
  readonly usage?: Usage
  readonly ms: number
}

/** A turn that is over keeps its sums: what comes after it belongs to the session alone. */
export function withUsage(state: State, { usage, ms }: Used): State {
  const { turn } = state
  const sum = { usage: addUsage(state.usage, usage), workMs: state.workMs + ms }
  if (turn === undefined || turn.finished !== undefined) return { ...state, ...sum }
  return { ...state, ...sum, turn: { ...turn, usage: addUsage(turn.usage, usage), workMs: turn.workMs + ms } }
}
