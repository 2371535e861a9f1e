// Adds usage to the turn and to the session.
import { addUsage, type Usage } from "../../contracts/usage.ts"
import type { State } from "./state.ts"

export function withUsage(state: State, usage: Usage | undefined): State {
  const { turn } = state
  const sum = addUsage(state.usage, usage)
  return { ...state, usage: sum, ...(turn && { turn: { ...turn, usage: addUsage(turn.usage, usage) } }) }
}
