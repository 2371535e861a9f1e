// Turns a reply into a fact, with its fields in the order in which the log stores them.
import type { Writable } from "../../base/writable.ts"
import type { Answer, ModelError } from "../../contracts/answer.ts"
import type { RequestChars } from "../../contracts/fact.ts"
import type { Phase } from "../../contracts/plan.ts"
import type { ModelAnswered } from "../facts/model-answered.ts"
import type { ModelFailed } from "../facts/model-failed.ts"

type OtherFields<Fact, Before> = Omit<Fact, keyof Before | "type">

/** `before` and `after`: its other fields. */
export function failedFact<Before extends Partial<ModelFailed>>(
  error: ModelError,
  before: Before,
  after: Omit<OtherFields<ModelFailed, Before>, "error">,
): ModelFailed {
  return { type: "model-failed", ...before, error, ...after } as ModelFailed // Together `before` and `after` hold all other fields.
}

export interface AnswerOf {
  readonly attempt: string
  readonly phase: Phase | undefined
  readonly chars: RequestChars | undefined
  readonly ms: number
}

/** The caller supplies the calls and the problems. */
export function answeredFact(answer: Answer, given: Called, { attempt, phase, chars, ms }: AnswerOf): ModelAnswered {
  const { text, reasoning, written, stop, usage } = answer
  const type = "model-answered"
  const begun = phase === undefined ? { type, attempt, text, reasoning } : { type, attempt, phase, text, reasoning }
  const fact = begun as Writable<ModelAnswered> // The other fields follow.
  if (written !== undefined) fact.written = written
  fact.stop = stop
  if (usage !== undefined) fact.usage = usage
  fact.problems = given.problems
  fact.calls = given.calls
  if (chars !== undefined) fact.chars = chars
  fact.ms = ms
  return fact
}

type Called = Pick<ModelAnswered, "calls" | "problems">
