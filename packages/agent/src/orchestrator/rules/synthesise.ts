// All steps have ended, well or not: the answer is told from what they brought.
import { currentModel } from "../../loop/model-health.ts"
import type { Rule } from "../../loop/rule.ts"
import { callModelStep } from "../../loop/rules/steps.ts"
import { openSteps } from "../../state/plan.ts"
import type { PlanOptions } from "../options.ts"

export function synthesise({ planner, models }: PlanOptions): Rule {
  return (state) => {
    const { turn } = state
    if (turn?.plan?.stage !== "steps" || turn.cancelled || turn.ending !== undefined) return undefined
    if (openSteps(turn.plan).open.length > 0) return undefined
    const chain = planner ?? currentModel(state, models)
    return [callModelStep(turn, turn.iteration + 1, { chain, phase: "synthesis" })]
  }
}
