// Fact: the planner's answer could be parsed, and these are the steps.
import type { Json } from "../../../contracts/json.ts"
import type { FactDefinition } from "../../../kernel/define-fact.ts"
import { readStep } from "../plan.ts"
import { inPlan } from "../slice.ts"

/** The fact that a planner wrote a plan. */
export interface PlanMade {
  readonly type: "plan-made"
  readonly steps: readonly Json[]
}

export const planMade: FactDefinition<PlanMade> = {
  type: "plan-made",
  version: 1,
  must: { steps: "list" },
  fold: (state, { steps }) => inPlan(state, (plan) => ({ ...plan, stage: "steps", steps: steps.map(readStep) })),
  events: ({ steps }, to) => [to.event({ type: "plan-made", steps: steps.map(readStep) })],
  record: ({ steps }) => ({ why: `${steps.length} steps` }),
  describe: ({ steps }) => `${steps.length} steps`,
  secret: ["steps"],
}
