// Rule for a plan whose steps have all ended, successfully or not: asks for the answer from their results.
import { currentModel } from "../../../kernel/model-health.ts"
import type { Rule } from "../../../kernel/rule.ts"
import { callModelStep } from "../../../kernel/steps/call-model.ts"
import type { PlanOptions } from "../options.ts"
import { openSteps } from "../plan.ts"

export function synthesise({ planner, models }: PlanOptions): Rule {
  return (state) => {
    const { turn } = state
    if (turn?.plan?.stage !== "steps" || turn.cancelled || turn.ending !== undefined) return undefined
    if (openSteps(turn.plan).open.length > 0) return undefined
    const chain = planner ?? currentModel(state, models)
    return [callModelStep(turn, turn.iteration + 1, { chain, phase: "synthesis" })]
  }
}
