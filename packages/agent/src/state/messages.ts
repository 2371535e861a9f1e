// State -> the messages a model may be shown. Whatever the facts are, every call is followed by exactly one result,
// results stand in request order, and nothing is empty: a history that cannot be refused.
import { type Part, text } from "../contracts/content.ts"
import type { Message, ToolMessage } from "../contracts/message.ts"
import { toArray } from "./grow-list.ts"
import type { CallState, State, WaitingInput } from "./state.ts"

/** All of it, including what has not been shown yet. An array of its own: a request outlives the next fact. */
export function messagesOf(state: State): readonly Message[] {
  return [...toArray(state.history), ...openResults(state), ...shown(state.waiting)]
}

/** Closes the last answer: each of its calls gets its result, or a note that there is none. */
export function openResults(state: State): readonly Message[] {
  return (state.turn?.calls ?? []).map(resultMessage)
}

export function shown(waiting: readonly WaitingInput[]): readonly Message[] {
  return waiting.map((input) => ({ role: "user", parts: input.parts }))
}

function resultMessage(call: CallState): ToolMessage {
  const { result } = call
  const parts = result === undefined ? [] : visible(result.content)
  return {
    role: "tool",
    call: call.call.id,
    name: call.call.name,
    parts: parts.length > 0 ? parts : [text(result === undefined ? NO_RESULT : NO_OUTPUT)],
    failed: result?.outcome !== "ok",
  }
}

export function visible(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => part.type !== "text" || part.text.trim() !== "")
}

const NO_RESULT = "[No result was recorded for this call.]"
const NO_OUTPUT = "[The tool returned nothing.]"
