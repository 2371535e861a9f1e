// The decision of the loop: the first rule that answers.
import { PawlError } from "../contracts/error.ts"
import type { Step } from "../registry/steps.ts"
import type { Rule } from "./rule.ts"
import type { State } from "./state/state.ts"

export function nextSteps(state: State, rules: readonly Rule[]): readonly Step[] {
  for (const rule of rules) {
    const steps = rule(state)
    if (steps !== undefined && steps.length > 0) return steps
  }
  throw new PawlError(
    "performer-stalled",
    `No rule answers at fact ${state.seq}: the list of rules must end in one that always does. Check the profile.`,
  )
}
