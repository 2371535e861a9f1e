// Ends a cancelled turn once everything open has its final fact, so that the history stays valid.
import { openBeside } from "../../registry/open-work.ts"
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { openCalls, type Turn } from "../state/state.ts"
import { callModelStep } from "../steps/call-model.ts"
import { finishStep } from "../steps/finish.ts"
import { runToolStep } from "../steps/run-tool.ts"

export function settleCancelled(): Rule {
  return onlyIn([], ({ turn }) => {
    if (turn?.cancelled !== true) return undefined
    if (turn.attempt?.open === true) return [callModelStep(turn, turn.attempt.iteration)]
    const beside = openBeside(turn)
    if (beside.length > 0) return beside
    const open = openCalls(turn)
    if (open.length > 0) return open.map((call) => runToolStep(call.call.id))
    return [finishStep(turn, "cancelled", visibleText(turn))]
  })
}

/** The text on the user's screen: without what was taken back, and with all pieces of a continued answer. */
function visibleText({ kept, answer, attempt }: Turn): string {
  const last = answer === undefined ? attempt?.failure?.kept : answer.nudged ? undefined : answer.text
  return kept + (last ?? "")
}
