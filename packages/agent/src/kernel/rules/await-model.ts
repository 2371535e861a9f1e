// A request is under way, waits for the rate of its model, or a crash left it open. It is the same work, so it has the
// same key.
import { defined } from "../../base/defined.ts"
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { callModelStep } from "../steps/call-model.ts"

export function awaitModel(): Rule {
  return onlyIn(["asked"], ({ turn }) => {
    if (turn?.attempt?.open === true) {
      const { iteration, chain } = turn.attempt
      return [callModelStep(turn, iteration, { chain })]
    }
    if (turn?.held === undefined) return undefined
    const { iteration, chain, at, until, phase, step } = turn.held
    return [
      callModelStep(turn, iteration, { chain, notBefore: until, waitMs: until - at, ...defined({ phase, step }) }),
    ]
  })
}
