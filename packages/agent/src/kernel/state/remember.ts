// Adds messages to the history and updates its counts.
import type { Message } from "../../contracts/message.ts"
import { addCounts } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import { push } from "./grow-list.ts"
import type { State } from "./state.ts"

/** The history, and what is counted of it. */
export type Remembered = Pick<State, "history" | "counts" | "blobs">

/** For a fold that changes more of the state: it copies the state once, with these fields. */
export function remembered(state: Remembered, messages: readonly Message[]): Remembered {
  if (messages.length === 0) return state
  let { counts, blobs } = state
  for (let at = 0; at < messages.length; at++) {
    const message = messages[at] as Message // Within bounds.
    counts = addCounts(counts, countMessage(message))
    blobs += blobsIn(message)
  }
  return { history: push(state.history, messages), counts, blobs }
}

export function addToHistory(state: State, messages: readonly Message[]): State {
  if (messages.length === 0) return state
  const { history, counts, blobs } = remembered(state, messages)
  return { ...state, history, counts, blobs }
}

export function blobsIn(message: Message): number {
  if (message.role === "assistant") return 0
  let found = 0
  for (let at = 0; at < message.parts.length; at++) if (message.parts[at]?.type === "blob") found++
  return found
}
