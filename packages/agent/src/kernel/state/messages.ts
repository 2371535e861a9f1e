// Computes the messages that a model may be shown. For any facts, every call is followed by exactly one result,
// results are in request order, and no message is empty, so no provider has a reason to refuse the history.
import { defined } from "../../base/defined.ts"
import { type Part, text } from "../../contracts/content.ts"
import type { Message, ToolMessage } from "../../contracts/message.ts"
import type { Counts } from "../../tokens/counts.ts"
import { countOnce } from "../../tokens/message-counts.ts"
import { type DigestPlace, withDigest } from "./digest.ts"
import type { Counted } from "./remember.ts"
import type { CallState, State, WaitingInput } from "./state.ts"

/**
 * All messages, including input that no request has shown yet. A fresh array, because a request outlives the next fact.
 */
export function messagesOf(state: State, place: DigestPlace = "message"): readonly Message[] {
  const { history, digest } = state
  const { items, length } = history
  const own = items.length === length ? items : items.slice(0, length)
  const all = own.concat(laterMessages(state))
  return digest === undefined ? all : withDigest(digest, all, place)
}

/** The messages after the history: open results, and input that no request has shown yet. */
export function laterMessages(state: Follows): readonly Message[] {
  return later(state).messages
}

type Follows = Pick<State, "history" | "turn" | "waiting">

/** The messages after the history: first the result of each call, then the input that waits. */
export interface Later extends Counted {
  readonly calls: readonly CallState[]
  readonly waiting: readonly WaitingInput[]
}

/**
 * The last ones are kept for each history, because a request is weighed, built, sent and folded with the same ones: what was
 * counted and written of a message is found again once it is history.
 */
export function later({ history, turn, waiting }: Follows): Later {
  const calls = turn?.calls ?? NO_CALLS
  let known = kept.get(history.items)
  if (known === undefined) {
    known = { last: NOTHING }
    kept.set(history.items, known)
  }
  const { last } = known
  if (last.calls === calls && last.waiting === waiting) return last
  const messages: Message[] = []
  const counts: Counts[] = []
  for (let at = 0; at < calls.length; at++) {
    const call = calls[at] as CallState // Within bounds.
    // With many calls each fact finishes one of them.
    const isKnown = last.calls[at] === call
    const message = isKnown ? (last.messages[at] as Message) : resultMessage(call)
    messages.push(message)
    counts.push(isKnown ? (last.counts[at] as Counts) : countOnce(message))
  }
  for (const message of shown(waiting)) {
    messages.push(message)
    counts.push(countOnce(message))
  }
  known.last = { calls, waiting, messages, counts }
  return known.last
}

const NO_CALLS: readonly CallState[] = []
const NO_MESSAGES: readonly Message[] = []
const NOTHING: Later = { calls: NO_CALLS, waiting: [], messages: NO_MESSAGES, counts: [] }

/** By the list of a history, which grows in place. */
const kept = new WeakMap<readonly Message[], { last: Later }>()

/** Closes the last answer: each of its calls gets its result, or a note that there is none. */
export function openResults(state: State): readonly Message[] {
  const { calls, messages } = later(state)
  return messages.slice(0, calls.length)
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

function resultMessage(call: CallState): ToolMessage {
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
