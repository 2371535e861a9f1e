// Rule for turns whose first answer has to call a tool: an answer without a call is asked for again, at most twice. For
// providers that enforce the choice it never applies.
import type { Rule } from "../../kernel/rule.ts"
import { textAnswer } from "../../kernel/rules/text-answer.ts"
import { countOf } from "../../kernel/state/counting.ts"
import type { Turn } from "../../kernel/state/state.ts"
import { finishStep } from "../../kernel/steps/finish.ts"
import { nudgeStep } from "../../kernel/steps/nudge.ts"
import { CALL_REQUIRED, isRequiredAt, requiredTool } from "./tool-choice.ts"

const MAX_NUDGES = 2
const NO_CALL = "no-tool-call"

export function requireCall(): Rule {
  return (state) => {
    if (state.turn?.toolChoice === undefined || state.turn.finished !== undefined) return undefined
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || answer === undefined || turn.ending !== undefined || answer.problems.length > 0)
      return undefined
    if (!isRequiredAt(turn, turn.iteration)) return undefined
    const what = wanted(turn)
    const evidence = `answer ${answer.attempt} calls no tool, and the turn has to begin with a call of ${what}`
    if (countOf(turn.counters.nudges, CALL_REQUIRED) < MAX_NUDGES)
      return [
        nudgeStep(answer, { reason: CALL_REQUIRED, evidence, text: `Your answer calls no tool. Call ${what} first.` }),
      ]
    const message = `The model did not call ${what}, although toolChoice requires it and it was asked ${MAX_NUDGES + 1} times. Ask more plainly, or choose another model.`
    return [finishStep(turn, "failed", turn.kept + answer.text, { code: NO_CALL, message })]
  }
}

function wanted({ toolChoice }: Turn): string {
  const name = requiredTool(toolChoice)
  return name === undefined ? "a tool" : `"${name}"`
}
