// Continues an answer that was cut off at the output limit, and keeps its text. After too many cuts
// the turn ends with advice.
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { finishStep } from "../steps/finish.ts"
import { nudgeStep } from "../steps/nudge.ts"
import { textAnswer } from "./text-answer.ts"

export const MAX_TOKENS = "max-tokens"

export function continueTruncated({ max }: { readonly max: number }): Rule {
  return onlyIn(["answered"], (state) => {
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || answer?.stop !== "max-tokens" || answer.text.trim() === "") return undefined
    const cuts = (turn.counters.nudges[MAX_TOKENS] ?? 0) + 1
    if (cuts > max || turn.ending !== undefined) {
      const message = `The answer reached the output limit ${cuts} times. Ask for less at once, or raise the model's output limit.`
      return [finishStep(turn, "failed", turn.kept + answer.text, { code: MAX_TOKENS, message })]
    }
    const words = {
      reason: MAX_TOKENS,
      evidence: `answer ${answer.attempt} was cut at the output limit`,
      text: "Your answer was cut off at the output limit. Go on exactly where it stopped, and be more concise.",
    }
    return [nudgeStep(answer, words, { stays: true })]
  })
}
