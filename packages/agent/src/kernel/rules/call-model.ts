// Nothing is open and nothing ends the turn: ask the model. A turn stays with the model that answers it.
import { currentModel } from "../model-health.ts"
import type { Rule } from "../rule.ts"
import { callModelStep } from "../steps/call-model.ts"

export function callModel({ models = 1 }: { readonly models?: number } = {}): Rule {
  return (state) => {
    const { turn } = state
    if (turn === undefined) return undefined
    return [callModelStep(turn, turn.iteration + 1, { chain: currentModel(state, models) })]
  }
}
