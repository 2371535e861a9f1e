// A cancelled turn ends once everything that was open has its terminal fact: the history stays valid.
import { openCalls } from "../../state/state.ts"
import type { Rule } from "../rule.ts"
import { callModelStep, finishStep, runToolStep } from "./steps.ts"

export function settleCancelled(): Rule {
  return ({ turn }) => {
    if (turn?.cancelled !== true) return undefined
    if (turn.attempt?.open === true) return [callModelStep(turn, turn.attempt.iteration)]
    const open = openCalls(turn)
    if (open.length > 0) return open.map((call) => runToolStep(call.call.id))
    return [finishStep(turn, "cancelled", turn.answer?.text ?? turn.attempt?.failure?.kept ?? "")]
  }
}
