// Fact: a person answered a question.
import type { FromCommand } from "../../../contracts/fact.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall } from "../../../kernel/state/change-call.ts"

/** The fact that a person answered. */
export interface QuestionAnswered extends FromCommand {
  readonly type: "question-answered"
  readonly call: string
  readonly answer: string
}

export const questionAnswered: FactDefinition<QuestionAnswered> = {
  type: "question-answered",
  version: 1,
  must: { call: "string", answer: "string", command: "string" },
  fold: (state, { call: id, answer }) =>
    changeCall(state, id, ({ asking, asksLeave, ...call }) =>
      // The running tool gets the answer and continues by itself.
      call.stage === "started" ? call : { ...call, stage: "answered", answer },
    ),
  events: ({ call, answer }, to) => [to.event({ type: "question-answered", call, answer })],
  record: ({ call }) => ({ call }),
  describe: ({ answer }, say) => say.short(answer),
  secret: ["answer"],
  searched: ({ answer }) => ({ kind: "said", text: answer }),
}
