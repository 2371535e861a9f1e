// Moves everything that is open in the turn into the history, so that the next turn starts clean.
import { text } from "../../contracts/content.ts"
import type { Message } from "../../contracts/message.ts"
import { openResults, shown } from "./messages.ts"
import { dropPassing } from "./passing.ts"
import { addToHistory } from "./remember.ts"
import { isRunning, type State } from "./state.ts"
import { hasPending } from "./take-up.ts"

export function closeTurn(state: State): State {
  const turn = state.turn
  if (turn === undefined || !(isRunning(turn) || hasPending(turn))) return state
  const kept = state.waiting.filter((input) => !input.ephemeral)
  const note: readonly Message[] = turn.cancelled ? [{ role: "user", parts: [text(CANCELLED)], from: "note" }] : []
  const whole = addToHistory(state, [...openResults(state), ...shown(kept), ...note])
  const closed = turn.checks === undefined ? whole : dropPassing(whole, turn.begins)
  return { ...closed, waiting: [], turn: { ...turn, calls: [] } }
}

const CANCELLED = "[The user cancelled this turn.]"
