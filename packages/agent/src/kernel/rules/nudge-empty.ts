// Handles an answer with neither text nor a call: asks again, then asks for a last answer
// without tools, or fails the turn.
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { finishStep } from "../steps/finish.ts"
import { endingStep, nudgeStep, SUMMARY_RULES } from "../steps/nudge.ts"
import { textAnswer } from "./text-answer.ts"

export const EMPTY_ANSWER = "empty-answer"
const STATIC = "The model returned no answer. Say it another way, or choose another model."

export interface EmptyOptions {
  /** How many empty answers in a row are asked for again. */
  readonly max: number
  /** What follows: the turn fails, or the model is asked for a summary without tools. */
  readonly afterwards: "fail" | "summary"
}

export function nudgeEmpty({ max, afterwards }: EmptyOptions): Rule {
  return onlyIn(["answered"], (state) => {
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || answer === undefined || turn.ending !== undefined) return undefined
    const { empties } = turn.counters
    if (empties === 0) return undefined
    const evidence = `answer ${answer.attempt} has no text and no call`
    if (empties <= max) {
      const text = "Your last answer was empty. You can carry on, or say what there is to say."
      return [nudgeStep(answer, { reason: "empty", evidence, text }, { ephemeral: true })]
    }
    const message = `The model returned nothing ${empties} times in a row. Say it another way, or choose another model.`
    const error = { code: EMPTY_ANSWER, message }
    if (afterwards === "fail") return [finishStep(turn, "failed", turn.kept, error)]
    const words = { reason: "forced-summary", evidence, text: SUMMARY_RULES }
    return [endingStep(turn, words, { outcome: "completed", text: STATIC })]
  })
}

/** For profiles that accept an empty answer. */
export function acceptEmpty(): Rule {
  return onlyIn(["answered"], (state) => {
    const { turn } = textAnswer(state) ?? {}
    if (turn === undefined || turn.counters.empties === 0) return undefined
    return [finishStep(turn, "completed", turn.kept)]
  })
}
