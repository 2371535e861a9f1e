// One request to a model as it was sent, and what came of it: rebuilt from the log, without the requests before it.
import { defined } from "../../base/defined.ts"
import type { ModelError, Problem, Stop } from "../../contracts/answer.ts"
import type { Budget } from "../../contracts/context.ts"
import type { Fact, Purpose } from "../../contracts/fact.ts"
import type { Call, Message, Reasoning } from "../../contracts/message.ts"
import type { ToolDefinition } from "../../contracts/model.ts"
import type { Phase } from "../../contracts/plan.ts"
import type { Store } from "../../contracts/store.ts"
import type { Usage } from "../../contracts/usage.ts"
import type { State } from "../../kernel/state/state.ts"
import { type Asked, type RecordedSection, sentAt } from "../../replay/recorded-requests.ts"
import { load } from "../../session/load.ts"
import { findExchange } from "./find-exchange.ts"

/** A request to a model as it was sent, and the answer or the failure. */
export interface Exchange {
  /** Names the try: \`turn.iteration.try\`, or as the events and facts of an aside say. */
  readonly attempt: string
  /** The fact of the request. */
  readonly seq: number
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number
  /** The turn's number, from 1. */
  readonly turn: number
  /** The model's name in the log. */
  readonly model: string
  /** What it is for, when it is beside the conversation: then a section has all of it, and there are no messages. */
  readonly purpose?: Purpose
  /** In a turn with a plan, the phase of the request. */
  readonly phase?: Phase
  /** The estimated size of the request. */
  readonly budget?: Budget
  /** The pieces of the prompt, by name and hash; the text is absent if the blob is missing. */
  readonly sections: readonly RecordedSection[]
  /** The tools that were offered. */
  readonly tools: readonly ToolDefinition[]
  /** The messages as sent. */
  readonly messages: readonly Message[]
  /** What the model answered. Absent while it is asked, after a failure, and if a crash left it open. */
  readonly answer?: ExchangeAnswer
  /** Why the request failed. */
  readonly failure?: ExchangeFailure
}

/** What a model answered. */
export interface ExchangeAnswer {
  /** The fact of the answer. */
  readonly seq: number
  /** How long the model took. */
  readonly ms: number
  /** Its text. */
  readonly text: string
  /** Its thinking. */
  readonly reasoning: readonly Reasoning[]
  /** The calls it asked for. */
  readonly calls: readonly Call[]
  /** What of it could not be parsed. */
  readonly problems: readonly Problem[]
  /** Why it ended. */
  readonly stop: Stop
  /** Tokens and cost. */
  readonly usage?: Usage
}

/** How a request failed. */
export interface ExchangeFailure {
  /** The fact of the failure. */
  readonly seq: number
  /** How long it took. */
  readonly ms: number
  /** The error. */
  readonly error: ModelError
  /** Text that had come before. */
  readonly text?: string
  /** What it used in spite of the failure. */
  readonly usage?: Usage
  /** When the model is asked again, in milliseconds since 1970. */
  readonly retryAt?: number
}

export interface ExchangePorts {
  readonly store: Pick<Store, "log" | "blobs">
  /** Where the profile of a session shows a digest of the history. */
  readonly placeFor: (state: State) => "message" | "system"
}

/** Undefined if the session made no such attempt. */
export async function exchangeOf(
  { store, placeFor }: ExchangePorts,
  session: string,
  attempt: string,
): Promise<Exchange | undefined> {
  const found = await findExchange(store.log, session, attempt)
  if (found === undefined) return undefined
  const { asked, reply } = found
  const { state } = await load(store.log, session, { until: asked.seen })
  const { sections, messages } = await sentAt(asked, state, { blobs: store.blobs, place: placeFor(state) })
  return { ...aboutOf(asked), sections, tools: toolsIn(sections), messages, ...replyOf(reply) }
}

function aboutOf({ attempt, seq, at, turn, model, purpose, phase, budget }: Asked) {
  return { attempt, seq, at, turn, model, ...defined({ purpose, phase, budget }) }
}

/** Written as a list of definitions. A session that was imported may hold anything. */
function toolsIn(sections: readonly RecordedSection[]): readonly ToolDefinition[] {
  const text = sections.find(({ name }) => name === "tools")?.text
  try {
    const tools: unknown = JSON.parse(text ?? "[]")
    return Array.isArray(tools) ? tools.filter(isDefinition) : []
  } catch {
    return []
  }
}

function isDefinition(given: unknown): given is ToolDefinition {
  const { name, description, inputSchema } = (given ?? {}) as Partial<ToolDefinition>
  return typeof name === "string" && typeof description === "string" && typeof inputSchema === "object"
}

function replyOf(
  reply: Extract<Fact, { type: "model-answered" | "model-failed" }> | undefined,
): Pick<Exchange, "answer" | "failure"> {
  if (reply === undefined) return {}
  const { seq, ms, usage } = reply
  if (reply.type === "model-failed") {
    const { error, text, retryAt } = reply
    return { failure: { seq, ms, error, ...defined({ text, usage, retryAt }) } }
  }
  const { text, reasoning, calls, problems, stop } = reply
  return { answer: { seq, ms, text, reasoning, calls, problems, stop, ...defined({ usage }) } }
}
