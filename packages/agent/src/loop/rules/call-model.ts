// Nothing is open and nothing ends the turn: ask the model.
import type { Rule } from "../rule.ts"
import { callModelStep } from "./steps.ts"

export function callModel(): Rule {
  return ({ turn }) => (turn === undefined ? undefined : [callModelStep(turn, turn.iteration + 1)])
}
