// Adds messages to the history and updates its counts.
import type { Message } from "../../contracts/message.ts"
import { addCounts } from "../../tokens/counts.ts"
import { countMessage } from "../../tokens/message-counts.ts"
import { push } from "./grow-list.ts"
import type { State } from "./state.ts"

export function addToHistory(state: State, ...messages: readonly Message[]): State {
  if (messages.length === 0) return state
  const counts = messages.reduce((sum, message) => addCounts(sum, countMessage(message)), state.counts)
  const blobs = messages.reduce((sum, message) => sum + blobsIn(message), state.blobs)
  return { ...state, history: push(state.history, ...messages), counts, blobs }
}

export function blobsIn(message: Message): number {
  if (message.role === "assistant") return 0
  let found = 0
  for (const part of message.parts) if (part.type === "blob") found++
  return found
}
