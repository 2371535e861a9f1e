// Nothing is open and nothing ends the turn: ask the model. A turn stays with the model that answers it.
import { chosenModel } from "../model-health.ts"
import type { Rule } from "../rule.ts"
import { callModelStep } from "./steps.ts"

export function callModel({ models = 1 }: { readonly models?: number } = {}): Rule {
  return (state) => {
    const { turn } = state
    if (turn === undefined) return undefined
    const chain = turn.attempt?.chain ?? chosenModel(state, models)
    return [callModelStep(turn, turn.iteration + 1, { chain })]
  }
}
