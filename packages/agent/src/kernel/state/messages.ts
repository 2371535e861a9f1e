// Computes the messages that a model may be shown. For any facts, every call is followed by exactly one result,
// results are in request order, and no message is empty, so no provider has a reason to refuse the history.
import { defined } from "../../base/defined.ts"
import { type Part, text } from "../../contracts/content.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import { type DigestPlace, withDigest } from "./digest.ts"
import type { CallState, State, WaitingInput } from "./state.ts"

/**
 * All messages, including input that no request has shown yet. A fresh array, because a request outlives the next fact.
 */
export function messagesOf(state: State, place: DigestPlace = "message"): readonly Message[] {
  const { history, digest } = state
  const all = history.items.slice(0, history.length)
  const later = laterMessages(state)
  for (let at = 0; at < later.length; at++) all.push(later[at] as Message) // Within bounds.
  return digest === undefined ? all : withDigest(digest, all, place)
}

/**
 * The messages after the history: open results, and input that no request has shown yet. The last list is kept, because a
 * request is weighed, built, sent and folded with the same one.
 */
export function laterMessages({ turn, waiting }: Pick<State, "turn" | "waiting">): readonly Message[] {
  const calls = turn?.calls ?? NO_CALLS
  if (last.calls !== calls || last.waiting !== waiting)
    last = { calls, waiting, messages: [...calls.map(resultMessage), ...shown(waiting)] }
  return last.messages
}

const NO_CALLS: readonly CallState[] = []
const NO_MESSAGES: readonly Message[] = []

let last: {
  readonly calls: readonly CallState[]
  readonly waiting: readonly WaitingInput[]
  readonly messages: readonly Message[]
} = { calls: NO_CALLS, waiting: [], messages: NO_MESSAGES }

/** Closes the last answer: each of its calls gets its result, or a note that there is none. */
export function openResults(state: State): readonly Message[] {
  return (state.turn?.calls ?? NO_CALLS).map(resultMessage)
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
  const parts = result === undefined ? NO_PARTS : visible(result.content)
  const message: ToolMessage = {
    role: "tool",
    call: call.call.id,
    name: call.call.name,
    parts: parts.length > 0 ? parts : [text(result === undefined ? NO_RESULT : NO_OUTPUT)],
    failed: result?.outcome !== "ok",
  }
  if (result?.outcome === "ok" && !isDecided(call)) return message
  return {
    ...message,
    ...(result !== undefined && result.outcome !== "ok" && { outcome: result.outcome }),
    ...(isDecided(call) && { decided: decisionOf(call) }),
  }
}

const NO_PARTS: readonly Part[] = []

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

/** Most results are one text that is not empty, and are shown as they are. */
export function visible(parts: readonly Part[]): readonly Part[] {
  const [only] = parts
  return parts.length === 1 && only !== undefined && isVisible(only) ? parts : parts.filter(isVisible)
}

function isVisible(part: Part): boolean {
  return part.type !== "text" || part.text.trim() !== ""
}

const NO_RESULT = "[No result was recorded for this call.]"
const NO_OUTPUT = "[The tool returned nothing.]"
