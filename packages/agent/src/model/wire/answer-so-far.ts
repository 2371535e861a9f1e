// An answer while it arrives: the state that both wire formats update event by event, and its conversion into an Answer.
import { isObject } from "../../base/is-object.ts"
import type { Answer, Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Reasoning } from "../../contracts/message.ts"
import type { Usage } from "../../contracts/usage.ts"
import { readCalls } from "./read-calls.ts"

/** The one event that is not JSON: OpenAI's format ends a stream with it. */
export const DONE = "[DONE]"

export interface AnswerSoFar {
  /** The provider's id of the message, where its format has one and has sent it. */
  readonly message?: string
  readonly text: string
  /** The text of the last event alone, to be emitted as a delta. */
  readonly textDelta: string
  readonly reasoningDelta: string
  readonly thoughts: readonly Thought[]
  readonly calls: readonly CallSoFar[]
  readonly stop: Stop | undefined
  readonly usage: Usage | undefined
  /** The provider reported the end of the answer. */
  readonly done: boolean
  readonly error: ProviderError | undefined
}

export interface Thought extends Reasoning {
  readonly index: number
}

export interface CallSoFar {
  readonly index: number
  readonly id: string
  readonly name: string
  readonly arguments: string
  readonly extra?: Json
}

/** An error as the provider sent it, in the stream or in a response body. */
export interface ProviderError {
  readonly status?: number
  readonly type?: string
  readonly code?: string
  readonly message: string
}

export const emptyAnswer: AnswerSoFar = {
  text: "",
  textDelta: "",
  reasoningDelta: "",
  thoughts: [],
  calls: [],
  stop: undefined,
  usage: undefined,
  done: false,
  error: undefined,
}

/** `nameOf` maps a tool name on the wire back to Pawl's; `attach` wraps what a provider sent along with its calls. */
export function toAnswer(
  soFar: AnswerSoFar,
  nameOf: (name: string) => string,
  attach: (extras: JsonObject) => Opaque,
): Answer {
  const { text, thoughts, usage, stop } = soFar
  const { calls, problems, extras } = readCalls(soFar.calls, nameOf, stop)
  const reasoning: Reasoning[] = thoughts.map(({ index: _place, ...thought }) => thought)
  if (extras !== undefined) reasoning.push({ text: "", opaque: attach(extras) })
  const answer = { kind: "answer", text, reasoning, calls, problems, stop: stopOf(soFar) } as const
  return usage === undefined ? answer : { ...answer, usage }
}

type Opaque = NonNullable<Reasoning["opaque"]>

/** Some endpoints report "stop" although the answer holds tool calls. */
function stopOf({ stop, calls }: AnswerSoFar): Stop {
  if (calls.length > 0 && (stop === undefined || stop === "end")) return "tool-calls"
  return stop ?? "end"
}

export function stringIn(value: JsonObject | undefined, field: string): string {
  const found = value?.[field]
  return typeof found === "string" ? found : ""
}

export function numberIn(value: JsonObject | undefined, field: string): number {
  const found = value?.[field]
  return typeof found === "number" ? found : 0
}

export function objectIn(value: JsonObject | undefined, field: string): JsonObject | undefined {
  const found = value?.[field]
  return isObject(found) ? found : undefined
}

export function listIn(value: JsonObject | undefined, field: string): readonly Json[] {
  const found = value?.[field]
  return Array.isArray(found) ? found : []
}
