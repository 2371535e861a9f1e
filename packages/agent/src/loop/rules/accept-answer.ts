// Text without calls ends the turn, unless something has been said that the model has not seen yet.
import type { Rule } from "../rule.ts"
import { finishStep } from "./steps.ts"

export function acceptAnswer(): Rule {
  return ({ turn, waiting }) => {
    const answer = turn?.answer
    if (turn === undefined || answer === undefined || answer.nudged || answer.text.trim() === "") return undefined
    if (turn.calls.length > 0 || waiting.length > 0) return undefined
    return [finishStep(turn, "completed", answer.text)]
  }
}
