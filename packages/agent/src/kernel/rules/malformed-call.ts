// Reports a call that could not be parsed back to the model. After too many in a row the turn fails.
import type { Rule } from "../rule.ts"
import { onlyInTrouble } from "../stage.ts"
import { hasOpenCalls } from "../state/calls.ts"
import type { AnswerState, Turn } from "../state/state.ts"
import { finishStep } from "../steps/finish.ts"
import { nudgeStep } from "../steps/nudge.ts"

export const MALFORMED = "malformed-call"

export function malformedCall({ max }: { readonly max: number }): Rule {
  return onlyInTrouble(["called", "answered"], ({ turn, waiting }) => {
    const answer = turn?.answer
    if (turn === undefined || turn.cancelled || turn.ending !== undefined) return undefined
    if (answer === undefined || answer.nudged || answer.problems.length === 0 || hasOpenCalls(turn)) return undefined
    // Input that has just arrived must be answered first.
    if (turn.counters.malformed > max && waiting.length === 0) return [giveUp(turn, answer)]
    const told = answer.problems.map(({ message }) => message).join("\n")
    const words = { reason: MALFORMED, evidence: answer.problems.map(({ code }) => code).join(", "), text: told }
    // Other calls of the same answer were parsed and have run, so the answer stays.
    return [nudgeStep(answer, words, { ephemeral: true, stays: turn.calls.length > 0 })]
  })
}

function giveUp(turn: Turn, answer: AnswerState) {
  const times = turn.counters.malformed
  const message = `The model's tool calls could not be read ${times} times in a row: ${answer.problems[0]?.message ?? ""} Say it another way, or choose another model or dialect.`
  return finishStep(turn, "failed", turn.kept + answer.text, { code: MALFORMED, message })
}
