// Stops a model that goes in circles: it repeats a refused call, or runs into the same error again and again.
import type { Rule } from "../rule.ts"
import { onlyIn, onlyInTrouble } from "../stage.ts"
import { hasOpenCalls } from "../state/calls.ts"
import { REPEATED_CALL } from "../state/counting.ts"
import type { Turn } from "../state/state.ts"
import { finishStep } from "../steps/finish.ts"
import { endingStep, SUMMARY_RULES } from "../steps/nudge.ts"

/** After this many refused repeats the model is asked for its last answer. */
export function stopRepeats({ refusals }: { readonly refusals: number }): Rule {
  return from(refusals)(["asked", "called", "answered"], ({ turn }) => {
    if (turn === undefined || turn.counters.refusedRepeats < refusals || isUnsettled(turn)) return undefined
    const name = turn.calls.findLast(({ result }) => result?.code === REPEATED_CALL)?.call.name ?? "a tool"
    const error = { code: REPEATED_CALL, message: `The model made the same call of "${name}" again and again.` }
    const text = `I stopped: I was repeating the same call of "${name}" without getting further.`
    const words = {
      reason: REPEATED_CALL,
      evidence: `${turn.counters.refusedRepeats} calls were exact repeats, the last one of "${name}"`,
      text: `You are repeating calls whose results you already have. ${SUMMARY_RULES}`,
    }
    return [endingStep(turn, words, { outcome: "failed", error, text })]
  })
}

/** Fails the turn after the same error this many times in a row, whatever was tried in between. */
export function stopSameError({ max }: { readonly max: number }): Rule {
  return from(max)(["asked", "called", "answered"], ({ turn }) => {
    if (turn === undefined || turn.counters.sameError.times < max || isUnsettled(turn)) return undefined
    const { key, times } = turn.counters.sameError
    const what = `the same error came ${times} times in a row (${key})`
    const message = `T${what.slice(1)}. Change the request, or check the tool.`
    const words = [turn.kept, `I stopped: ${what}. What was done before stands.`].filter((each) => each !== "")
    return [finishStep(turn, "failed", words.join("\n\n"), { code: "repeated-error", message })]
  })
}

/** A limit of 0 is met before anything went wrong. */
function from(limit: number): typeof onlyIn {
  return limit > 0 ? onlyInTrouble : onlyIn
}

function isUnsettled(turn: Turn): boolean {
  return turn.cancelled || turn.ending !== undefined || hasOpenCalls(turn)
}
