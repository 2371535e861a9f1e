// A request is under way, or a crash left it open. It is the same work, so it has the same key.
import type { Rule } from "../rule.ts"
import { callModelStep } from "../steps/call-model.ts"

export function awaitModel(): Rule {
  return ({ turn }) => {
    if (turn?.attempt?.open !== true) return undefined
    const { iteration, chain } = turn.attempt
    return [callModelStep(turn, iteration, { chain })]
  }
}
