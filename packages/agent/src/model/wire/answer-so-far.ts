// An answer while it arrives: what both wire formats read into, event by event, and how it becomes an Answer.
import { defined } from "../../base/defined.ts"
import { isObject } from "../../base/is-object.ts"
import type { Answer, Stop } from "../../contracts/answer.ts"
import type { Json, JsonObject } from "../../contracts/json.ts"
import type { Reasoning } from "../../contracts/message.ts"
import type { Usage } from "../../contracts/usage.ts"
import { readCalls } from "./read-calls.ts"

/** An event that is no JSON: how OpenAI's format says that nothing more comes. */
export const DONE = "[DONE]"

export interface AnswerSoFar {
  readonly text: string
  /** What the last event said, for those who follow. */
  readonly heardText: string
  readonly heardReasoning: string
  readonly thoughts: readonly Thought[]
  readonly calls: readonly CallSoFar[]
  readonly stop: Stop | undefined
  readonly usage: Usage | undefined
  /** The provider said that nothing more comes. */
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

/** An error as the provider spelled it, in the stream or in a body. */
export interface ProviderError {
  readonly status?: number
  readonly type?: string
  readonly code?: string
  readonly message: string
}

export const nothingRead: AnswerSoFar = {
  text: "",
  heardText: "",
  heardReasoning: "",
  thoughts: [],
  calls: [],
  stop: undefined,
  usage: undefined,
  done: false,
  error: undefined,
}

/** `nameOf` gives a tool back the name it has with us; `attach` keeps what a provider sent with its calls. */
export function toAnswer(
  reading: AnswerSoFar,
  nameOf: (name: string) => string,
  attach: (extras: JsonObject) => Opaque,
): Answer {
  const { text, thoughts, usage } = reading
  const { extras, ...read } = readCalls(reading.calls, nameOf, reading.stop)
  const attached: readonly Reasoning[] = Object.keys(extras).length === 0 ? [] : [{ text: "", opaque: attach(extras) }]
  return {
    kind: "answer",
    text,
    reasoning: [...thoughts.map(({ index: _place, ...thought }) => thought), ...attached],
    ...read,
    stop: stopOf(reading),
    ...defined({ usage }),
  }
}

type Opaque = NonNullable<Reasoning["opaque"]>

/** Some endpoints say "stop" although they ask for tools. */
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
