// All steps have ended, well or not: the answer is told from what they brought.
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
