// A profile's rules with a plan in front of them: one model plans, another makes the calls of one step after the other, and
// the first answers from what they brought. When the plan fails, its rules fall silent, and the profile's own go on from there.
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
  // The last rule asks the model: what a profile holds against its limits before that, it holds against a plan too.
  return [notePlan(options), ...guards, plan(options), executeStep(options), synthesise(options), ...rules.slice(-1)]
}
