// A cancelled turn ends once everything that was open has its terminal fact: the history stays valid.
import { openBeside } from "../../registry/open-work.ts"
import type { Rule } from "../rule.ts"
import { openCalls, type Turn } from "../state/state.ts"
import { callModelStep } from "../steps/call-model.ts"
import { finishStep } from "../steps/finish.ts"
import { runToolStep } from "../steps/run-tool.ts"

export function settleCancelled(): Rule {
  return ({ turn }) => {
    if (turn?.cancelled !== true) return undefined
    if (turn.attempt?.open === true) return [callModelStep(turn, turn.attempt.iteration)]
    const beside = openBeside(turn)
    if (beside.length > 0) return beside
    const open = openCalls(turn)
    if (open.length > 0) return open.map((call) => runToolStep(call.call.id))
    return [finishStep(turn, "cancelled", readSoFar(turn))]
  }
}

/** What stands on the user's screen: not what was taken back, and not less than what was continued. */
function readSoFar({ kept, answer, attempt }: Turn): string {
  const last = answer === undefined ? attempt?.failure?.kept : answer.nudged ? undefined : answer.text
  return kept + (last ?? "")
}
