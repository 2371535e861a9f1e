// A profile's rules with a plan in front of them: one model plans, another makes the calls of one step after the other,
// and the first answers from the results. When the plan fails, its rules return nothing, and the profile's own rules
// continue from there.
import type { Rule } from "../../kernel/rule.ts"
import type { PlanOptions } from "./options.ts"
import { allowRepeats } from "./rules/allow-repeats.ts"
import { executeStep } from "./rules/execute-step.ts"
import { insteadOfFailing } from "./rules/instead-of-failing.ts"
import { notePlan } from "./rules/note-plan.ts"
import { plan } from "./rules/plan.ts"
import { synthesise } from "./rules/synthesise.ts"

export function orchestrated(rules: readonly Rule[], options: PlanOptions): readonly Rule[] {
  const guards = rules.slice(0, -1).map((rule) => insteadOfFailing(allowRepeats(rule), options))
  // The last rule asks the model: the profile's limits come before it, so they apply to a plan as well.
  return [notePlan(options), ...guards, plan(options), executeStep(options), synthesise(options), ...rules.slice(-1)]
}
