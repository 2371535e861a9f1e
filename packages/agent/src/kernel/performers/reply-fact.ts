// Turns a reply into a fact. `before` and `after` are its other fields, in the order in which the log stores them.
import type { Answer, ModelError } from "../../contracts/answer.ts"
import type { ModelAnswered } from "../facts/model-answered.ts"
import type { ModelFailed } from "../facts/model-failed.ts"

type OtherFields<Fact, Before> = Omit<Fact, keyof Before | "type">

export function failedFact<Before extends Partial<ModelFailed>>(
  error: ModelError,
  before: Before,
  after: Omit<OtherFields<ModelFailed, Before>, "error">,
): ModelFailed {
  return { type: "model-failed", ...before, error, ...after } as ModelFailed // Together `before` and `after` hold all other fields.
}

/** The caller supplies the calls and the problems. */
export function answeredFact<Before extends Partial<ModelAnswered>>(
  answer: Omit<Answer, "calls" | "problems"> & Partial<Pick<Answer, "problems">>,
  before: Before,
  after: Partial<OtherFields<ModelAnswered, Before>>,
): ModelAnswered {
  const { kind: _answer, ...said } = answer
  return { type: "model-answered", ...before, ...said, ...after } as ModelAnswered // Together they hold all other fields.
}
