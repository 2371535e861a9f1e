// What came of a request, as a fact. `before` and `after` are what else it says, in the order in which the log has it.
import type { Answer, ModelError } from "../../contracts/answer.ts"
import type { ModelAnswered } from "../facts/model-answered.ts"
import type { ModelFailed } from "../facts/model-failed.ts"

type Rest<Fact, Before> = Omit<Fact, keyof Before | "type">

export function failedFact<Before extends Partial<ModelFailed>>(
  error: ModelError,
  before: Before,
  after: Omit<Rest<ModelFailed, Before>, "error">,
): ModelFailed {
  return { type: "model-failed", ...before, error, ...after } as ModelFailed // What one leaves out the other has.
}

/** What it calls, and what is wrong with it, are said by whoever asked. */
export function answeredFact<Before extends Partial<ModelAnswered>>(
  answer: Omit<Answer, "calls" | "problems"> & Partial<Pick<Answer, "problems">>,
  before: Before,
  after: Partial<Rest<ModelAnswered, Before>>,
): ModelAnswered {
  const { kind: _answer, ...said } = answer
  return { type: "model-answered", ...before, ...said, ...after } as ModelAnswered // What one leaves out the other has.
}
