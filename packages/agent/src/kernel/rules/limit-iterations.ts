// A turn may ask the model only so often after somebody spoke. What happens then is the profile's to say.
import type { Rule } from "../rule.ts"
import { hasOpenCalls } from "../state/calls.ts"
import { endingFinish, finishStep } from "../steps/finish.ts"
import { endingStep, SUMMARY_RULES } from "../steps/nudge.ts"

export const ITERATION_LIMIT = "iteration-limit"
const ERROR = { code: ITERATION_LIMIT, message: "Max tool iterations reached" }

export interface IterationOptions {
  readonly max: number
  /** Ask for a summary that says what is not done; otherwise the turn ends here. */
  readonly summary?: boolean
  /** What the user is told instead of an answer. */
  readonly text?: string
}

export function limitIterations({ max, summary = false, text = "" }: IterationOptions): Rule {
  return ({ turn }) => {
    if (turn === undefined || turn.cancelled || hasOpenCalls(turn)) return undefined
    const used = turn.iteration - turn.spokenAt
    // One more for the last answer; a profile that does not end with that must end all the same.
    if (turn.ending !== undefined) return used > max ? [endingFinish(turn, turn.ending)] : undefined
    if (used < max) return undefined
    if (!summary) return [finishStep(turn, "failed", text, ERROR)]
    const words = {
      reason: ITERATION_LIMIT,
      evidence: `${used} model calls since somebody spoke, ${max} allowed`,
      text: `You have used all your steps. ${SUMMARY_RULES}`,
    }
    const lastResort = `I stopped after ${max} steps. The work may not be finished: look at what was done before you go on.`
    return [endingStep(turn, words, { outcome: "failed", error: ERROR, text: lastResort })]
  }
}

/** For profiles in which retries count: when the last request failed and none is left, the turn ends. */
export function limitRequests({ max, text = "" }: Omit<IterationOptions, "summary">): Rule {
  return ({ turn }) => {
    if (turn === undefined || turn.cancelled || turn.asks < max || turn.attempt?.open === true) return undefined
    if (turn.ending !== undefined || hasOpenCalls(turn)) return undefined
    const { attempt, answer, calls } = turn
    // A runner that was stopped is no fault of the model: the request is made again.
    if (attempt?.failure?.error.class === "interrupted") return undefined
    const isAnswered = attempt?.failure === undefined && answer?.nudged === false && calls.length === 0
    return isAnswered ? undefined : [finishStep(turn, "failed", text, ERROR)]
  }
}
