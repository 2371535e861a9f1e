// Text without calls ends the turn, unless there is input that the model has not seen yet.
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { finishStep } from "../steps/finish.ts"
import { textAnswer } from "./text-answer.ts"

export function acceptAnswer(): Rule {
  return onlyIn(["answered"], (state) => {
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || answer === undefined || answer.text.trim() === "") return undefined
    return [finishStep(turn, "completed", turn.kept + answer.text)]
  })
}
