// Limits how often a turn may ask the model after the last user input. The profile decides what happens then.
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { hasOpenCalls } from "../state/calls.ts"
import { corrections } from "../state/counting.ts"
import { endingFinish, finishStep } from "../steps/finish.ts"
import { endingStep, SUMMARY_RULES } from "../steps/nudge.ts"

export const ITERATION_LIMIT = "iteration-limit"
const ERROR = { code: ITERATION_LIMIT, message: "Max tool iterations reached" }

export interface IterationOptions {
  readonly max: number
  /** Ask for a summary that names what is not done; otherwise the turn ends here. */
  readonly summary?: boolean
  /** The text for the user in place of an answer. */
  readonly text?: string
}

export function limitIterations({ max, summary = false, text = "" }: IterationOptions): Rule {
  return onlyIn(["asked", "called", "answered"], ({ turn }) => {
    if (turn === undefined || turn.cancelled) return undefined
    const asked = turn.iteration - turn.spokenAt
    // Far from the limit, as nearly always.
    if ((asked < max && turn.ending === undefined) || hasOpenCalls(turn)) return undefined
    const used = asked - corrections(turn.counters)
    // One more request is allowed for the last answer. A profile without the rule for that must end here as well.
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
  })
}

/** For profiles in which retries count: ends the turn when the last allowed request failed. */
export function limitRequests({ max, text = "" }: Omit<IterationOptions, "summary">): Rule {
  return onlyIn(["called", "answered"], ({ turn }) => {
    if (turn === undefined || turn.cancelled || turn.attempt?.open === true) return undefined
    if (turn.asks - corrections(turn.counters) < max) return undefined
    if (turn.ending !== undefined || hasOpenCalls(turn)) return undefined
    const { attempt, answer, calls } = turn
    // A stopped runner is not the model's fault: the request is made again.
    if (attempt?.failure?.error.class === "interrupted") return undefined
    const isAnswered = attempt?.failure === undefined && answer?.nudged === false && calls.length === 0
    return isAnswered ? undefined : [finishStep(turn, "failed", text, ERROR)]
  })
}
