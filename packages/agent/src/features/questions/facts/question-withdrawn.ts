// Fact: a question, or a child's request, that a running tool had shown is closed without an answer; the tool
// continues.
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall } from "../../../kernel/state/change-call.ts"

/** A question, or a child's request, that a running tool had shown is closed without an answer; the tool continues. */
export interface QuestionWithdrawn {
  readonly type: "question-withdrawn"
  readonly call: string
  /** `timeout`: no answer came in time. `not-needed`: the tool no longer needs an answer. */
  readonly why: "timeout" | "not-needed"
}

export const questionWithdrawn: FactDefinition<QuestionWithdrawn> = {
  type: "question-withdrawn",
  version: 1,
  must: { call: "string", why: "string" },
  fold: (state, { call: id }) => changeCall(state, id, ({ asking, asksLeave, ...call }) => call),
  events: ({ call, why }, to) => [to.event({ type: "question-withdrawn", call, why })],
  describe: ({ why }) => why,
  secret: [],
}
