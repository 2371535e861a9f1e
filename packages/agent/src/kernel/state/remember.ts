// Adds messages to the history and updates its counts.
import type { Message } from "../../contracts/message.ts"
import { addCounts, type Counts } from "../../tokens/counts.ts"
import { countOnce } from "../../tokens/message-counts.ts"
import { push } from "./grow-list.ts"
import type { State } from "./state.ts"

/** The history, and what is counted of it. */
export type Remembered = Pick<State, "history" | "counts" | "blobs">

/** Messages, with what is counted of each. */
export interface Counted {
  readonly messages: readonly Message[]
  readonly counts: readonly Counts[]
}

export function counted(messages: readonly Message[]): Counted {
  return { messages, counts: messages.map(countOnce) }
}

/** For a fold that changes more of the state: it copies the state once, with these fields. */
export function remembered(state: Remembered, added: Counted): Remembered {
  const { messages } = added
  if (messages.length === 0) return state
  let { counts, blobs } = state
  for (let at = 0; at < messages.length; at++) {
    // Within bounds, both.
    counts = addCounts(counts, added.counts[at] as Counts)
    blobs += blobsIn(messages[at] as Message)
  }
  return { history: push(state.history, messages), counts, blobs }
}

export function addToHistory(state: State, messages: readonly Message[]): State {
  if (messages.length === 0) return state
  const { history, counts, blobs } = remembered(state, counted(messages))
  return { ...state, history, counts, blobs }
}

export function blobsIn(message: Message): number {
  if (message.role === "assistant") return 0
  let found = 0
  for (let at = 0; at < message.parts.length; at++) if (message.parts[at]?.type === "blob") found++
  return found
}
