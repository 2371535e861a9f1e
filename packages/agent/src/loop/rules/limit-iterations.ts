// A turn may ask the model only so often after somebody spoke.
import type { Rule } from "../rule.ts"
import { finishStep } from "./steps.ts"

export const ITERATION_LIMIT = "iteration-limit"

export function limitIterations(options: { readonly max: number }): Rule {
  return ({ turn }) => {
    if (turn === undefined || turn.iteration - turn.spokenAt < options.max) return undefined
    const error = { code: ITERATION_LIMIT, message: "Max tool iterations reached" }
    return [finishStep(turn, "failed", "", error)]
  }
}
