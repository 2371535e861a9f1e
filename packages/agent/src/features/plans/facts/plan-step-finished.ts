// Fact: a step of the plan has ended.
import type { StepOutcome } from "../../../contracts/plan.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { inPlan } from "../slice.ts"

/** The fact that a step of a plan ended. */
export interface PlanStepFinished {
  readonly type: "plan-step-finished"
  readonly step: number
  readonly outcome: StepOutcome
  /** The beginning of its result, or why there is none. */
  readonly result: string
  readonly calls?: readonly string[]
}

export const planStepFinished: FactDefinition<PlanStepFinished> = {
  type: "plan-step-finished",
  version: 1,
  must: { step: "number", outcome: "string", result: "string" },
  fold: (state, { step, outcome, result, calls = [] }) =>
    inPlan(state, ({ routing: _over, ...plan }) => ({
      ...plan,
      done: { ...plan.done, [step]: { outcome, result, calls } },
    })),
  events: ({ step, outcome, result }, to) => [to.event({ type: "step-end", step, outcome, result })],
  record: ({ step, outcome }) => ({ why: `step ${step}: ${outcome}` }),
  describe: ({ step, outcome, result }, say) => `step ${step}: ${outcome} ${say.quiet(say.short(result, 60))}`,
  secret: ["result"],
}
