// Rule for an answer in text where the profile wants a tool call: reminds the model, in one request only.
import type { Rule } from "../../kernel/rule.ts"
import { textAnswer } from "../../kernel/rules/text-answer.ts"
import { onlyIn } from "../../kernel/stage.ts"
import { NO_CALL } from "../../kernel/state/counting.ts"
import { nudgeStep } from "../../kernel/steps/nudge.ts"

export function remindOfTools({ endings }: { readonly endings: readonly string[] }): Rule {
  const ways = endings.map((name) => `"${name}"`).join(", ")
  return onlyIn(["answered"], (state) => {
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || answer === undefined || turn.ending !== undefined) return undefined
    if (answer.problems.length > 0) return undefined
    const words = {
      reason: NO_CALL,
      evidence: `answer ${answer.attempt} has no tool call`,
      text: `Your last answer called no tool. Every answer must call one. To end, call one of ${ways}.`,
    }
    return [nudgeStep(answer, words, { ephemeral: true })]
  })
}
