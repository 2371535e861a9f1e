// Lets a step of a plan repeat a call: the plan intends it, for example to list a folder before and after a change. The
// number of steps already limits a plan.
import type { Rule } from "../../../kernel/rule.ts"
import { REPEATED_CALL } from "../../../kernel/state/counting.ts"
import type { Step } from "../../../registry/steps.ts"

export function allowRepeats(rule: Rule): Rule {
  return (state) => {
    const steps = rule(state)
    if (state.turn?.plan?.stage !== "steps") return steps
    const kept = steps?.filter((step) => !isRefusedRepeat(step))
    return kept?.length === 0 ? undefined : kept
  }
}

function isRefusedRepeat(step: Step): boolean {
  return step.kind === "run-tool" && step.refusal?.code === REPEATED_CALL
}
