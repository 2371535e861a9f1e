// The decision of the loop: the steps of the first rule that returns any.
import { PawlError } from "../contracts/error.ts"
import type { Step } from "../registry/steps.ts"
import type { Rule } from "./rule.ts"
import { rulesFor } from "./stage.ts"
import type { State } from "./state/state.ts"

export function nextSteps(state: State, rules: readonly Rule[]): readonly Step[] {
  const asked = rulesFor(state, rules)
  // By index, as other loops that run often: an iterator makes an object for each rule until V8 has optimised the loop.
  for (let at = 0; at < asked.length; at++) {
    const steps = asked[at]?.(state)
    if (steps !== undefined && steps.length > 0) return steps
  }
  throw new PawlError(
    "performer-stalled",
    `No rule returned a step at fact ${state.seq}. The last rule of a profile must always return one. Check the profile's rules.`,
  )
}
