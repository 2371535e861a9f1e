// Fact: a person is asked something, by the call itself or by its tool while it runs.
import { defined } from "../../../base/defined.ts"
import type { ChildRequest } from "../../../contracts/delegation.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { changeCall } from "../../../kernel/state/change-call.ts"

/** The fact that a tool asks a person. */
export interface QuestionAsked {
  readonly type: "question-asked"
  readonly call: string
  readonly question: string
  readonly suggestions: readonly string[]
  /** What to answer when no person can be asked. */
  readonly otherwise?: string
  /** A person may answer it until then; without it there is no limit. */
  readonly expiresAt?: number
  /** A child asks; the call passes the answer on. */
  readonly from?: ChildRequest
}

export const questionAsked: FactDefinition<QuestionAsked> = {
  type: "question-asked",
  version: 1,
  must: { call: "string", question: "string", suggestions: "strings" },
  may: { otherwise: "string", expiresAt: "number", from: "object" },
  fold: (state, { seq, at, call: id, expiresAt }) =>
    changeCall(state, id, (call) => {
      if (call.stage === "started") return { ...call, asking: seq }
      const until = expiresAt === undefined ? {} : { expiresAt, expiresIn: expiresAt - at }
      return { ...call, stage: "awaiting-answer", ...until }
    }),
  events({ call, question, suggestions, otherwise, expiresAt, from }, to) {
    const more = { ...defined({ otherwise, expiresAt }) }
    return [to.event({ type: "question-asked", call, question, suggestions, ...more, ...(from && { from }) })]
  },
  record: ({ call }) => ({ call }),
  describe: ({ question }, say) => say.short(question),
  secret: ["question", "suggestions", "otherwise"],
  searched: ({ question }) => ({ kind: "said", text: question }),
}
