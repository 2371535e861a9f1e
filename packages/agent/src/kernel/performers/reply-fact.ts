// What came of a request, as a fact.
import type { Answer, Failure } from "../../contracts/answer.ts"
import type { Draft, ModelAnswered, ModelFailed } from "../../contracts/fact.ts"
import { toldError } from "./model-failure.ts"

type About = Pick<ModelAnswered, "attempt" | "purpose" | "ms" | "chars">

export function failedFact({ error }: Failure, about: About, more: Partial<ModelFailed> = {}): Draft {
  return { type: "model-failed", ...about, error: toldError(error), ...more }
}

/** Its calls are those in `more`: without them it has none. */
export function answeredFact(answer: Answer, about: About, more: Partial<ModelAnswered> = {}): Draft {
  const { kind: _answer, calls: _asked, ...rest } = answer
  return { type: "model-answered", ...about, ...rest, calls: [], ...more }
}
