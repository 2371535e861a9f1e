// Ends a turn that was asked for its last answer, or whose model called a tool that ends it.
import { defined } from "../../base/defined.ts"
import type { Rule } from "../rule.ts"
import { onlyInTrouble } from "../stage.ts"
import { hasOpenCalls } from "../state/calls.ts"
import { endingFinish, finishStep } from "../steps/finish.ts"

/** The last answer ends the turn, whatever it says; an empty one is replaced by a fixed text. */
export function endTurn(): Rule {
  return onlyInTrouble(["called", "answered"], ({ turn }) => {
    const answer = turn?.answer
    if (turn?.ending === undefined || turn.cancelled || hasOpenCalls(turn)) return undefined
    if (answer === undefined || answer.nudged) return undefined
    return [endingFinish(turn, turn.ending, answer.text)]
  })
}

/** A call such as `task_completion` ends the turn once all calls of its answer are settled. */
export function finishOnLastWords(): Rule {
  return onlyInTrouble(["called"], ({ turn, waiting }) => {
    // Input that arrived meanwhile must be answered first.
    if (turn === undefined || turn.cancelled || hasOpenCalls(turn) || waiting.length > 0) return undefined
    const last = turn.calls.find(({ result }) => result?.ends !== undefined)?.result?.ends
    if (last === undefined) return undefined
    const { text, suggestions } = last
    return [{ ...finishStep(turn, "completed", text), ...defined({ suggestions }) }]
  })
}
