// A question, or a child's request, that a running tool had shown is closed without an answer; the tool goes on.
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall } from "../../../kernel/state/change-call.ts"

/** A question, or a child's request, that a running tool had shown is closed without an answer; the tool goes on. */
export interface QuestionWithdrawn {
  readonly type: "question-withdrawn"
  readonly call: string
  /** `timeout`: nobody answered in time. `not-needed`: whoever asked no longer wants to know. */
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
