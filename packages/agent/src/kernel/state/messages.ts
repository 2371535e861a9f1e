// Computes the messages that a model may be shown. For any facts, every call is followed by exactly one result,
// results are in request order, and no message is empty, so no provider has a reason to refuse the history.
import { defined } from "../../base/defined.ts"
import { type Part, text } from "../../contracts/content.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import { type DigestPlace, withDigest } from "./digest.ts"
import { toArray } from "./grow-list.ts"
import type { CallState, State, WaitingInput } from "./state.ts"

/**
 * All messages, including input that no request has shown yet. A fresh array, because a request outlives the next fact.
 */
export function messagesOf(state: State, place: DigestPlace = "message"): readonly Message[] {
  const later = [...toArray(state.history), ...openResults(state), ...shown(state.waiting)]
  return state.digest === undefined ? later : withDigest(state.digest, later, place)
}

/** Closes the last answer: each of its calls gets its result, or a note that there is none. */
export function openResults(state: State): readonly Message[] {
  return (state.turn?.calls ?? []).map(resultMessage)
}

export function shown(waiting: readonly WaitingInput[]): readonly Message[] {
  return waiting.map(({ parts, from, whole }) => ({
    role: "user",
    parts,
    ...(from !== "user" && { from }),
    ...defined({ whole }),
  }))
}

/** User input that waits for a request to show it. */
export function said(seq: number, input: readonly Part[]): WaitingInput {
  const parts = visible(input)
  return { seq, parts: parts.length > 0 ? parts : [text("[empty message]")], from: "user", ephemeral: false }
}

/** The same call always gives the same message: what was counted and written of it is found again once it is history. */
function resultMessage(call: CallState): ToolMessage {
  const known = results.get(call)
  if (known !== undefined) return known
  const message = toMessage(call)
  results.set(call, message)
  return message
}

const results = new WeakMap<CallState, ToolMessage>()

function toMessage(call: CallState): ToolMessage {
  const { result } = call
  const parts = result === undefined ? [] : visible(result.content)
  return {
    role: "tool",
    call: call.call.id,
    name: call.call.name,
    parts: parts.length > 0 ? parts : [text(result === undefined ? NO_RESULT : NO_OUTPUT)],
    failed: result?.outcome !== "ok",
    ...(result !== undefined && result.outcome !== "ok" && { outcome: result.outcome }),
    ...(isDecided(call) && { decided: decisionOf(call) }),
  }
}

function isDecided({ decision, answer }: CallState): boolean {
  return decision !== undefined || answer !== undefined
}

function decisionOf({ decision, answer }: CallState): NonNullable<ToolMessage["decided"]> {
  return {
    ...(decision !== undefined && { approved: decision.approved }),
    ...(decision?.reason !== undefined && { reason: decision.reason }),
    ...defined({ answer }),
  }
}

export function visible(parts: readonly Part[]): readonly Part[] {
  return parts.filter((part) => part.type !== "text" || part.text.trim() !== "")
}

const NO_RESULT = "[No result was recorded for this call.]"
const NO_OUTPUT = "[The tool returned nothing.]"
