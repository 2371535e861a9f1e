// Rule for the next step whose needs are met: asks a model for its call. From there on it is a call like any other,
// with approvals, limits and its own result. Steps run one after the other, because a step may depend on what an
// earlier one changed without saying so.
import type { StepAsked } from "../../../contracts/plan.ts"
import { currentModel } from "../../../kernel/model-health.ts"
import type { Rule } from "../../../kernel/rule.ts"
import { callModelStep } from "../../../kernel/steps/call-model.ts"
import type { PlanOptions } from "../options.ts"
import { openSteps, type Plan } from "../plan.ts"

export function executeStep({ router, models }: PlanOptions): Rule {
  return (state) => {
    const { turn } = state
    if (turn?.plan?.stage !== "steps" || turn.cancelled || turn.ending !== undefined) return undefined
    const step = nextStep(turn.plan)
    if (step === undefined) return undefined
    const chain = router ?? currentModel(state, models)
    return [callModelStep(turn, turn.iteration + 1, { chain, phase: "route", step })]
  }
}

function nextStep(plan: Plan): StepAsked | undefined {
  const number = plan.routing?.step ?? openSteps(plan).next
  const step = number === undefined ? undefined : plan.steps[number - 1]
  if (number === undefined || step === undefined) return undefined
  return { number, what: step.what, time: (plan.routing?.asks ?? 0) + 1 }
}
