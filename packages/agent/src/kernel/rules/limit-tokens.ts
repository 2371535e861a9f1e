// Limits the tokens of a turn. At the limit, the model is asked for its last answer with what it has.
import type { Rule } from "../rule.ts"
import { onlyIn } from "../stage.ts"
import { hasOpenCalls } from "../state/calls.ts"
import { endingStep, SUMMARY_RULES } from "../steps/nudge.ts"

export const TOKEN_LIMIT = "token-limit"

/** Placed just before the rule that asks the model, when all calls are settled. */
export function withTokenLimit(rules: readonly Rule[], max: number | undefined): readonly Rule[] {
  return max === undefined ? rules : [...rules.slice(0, -1), limitTokens({ max }), ...rules.slice(-1)]
}

export function limitTokens({ max }: { readonly max: number }): Rule {
  return onlyIn(["asked", "called", "answered"], ({ turn }) => {
    if (turn === undefined || turn.cancelled || turn.ending !== undefined || hasOpenCalls(turn)) return undefined
    const used = turn.usage.inputTokens + turn.usage.outputTokens
    if (used < max) return undefined
    const words = {
      reason: TOKEN_LIMIT,
      evidence: `${used} tokens used, ${max} allowed`,
      text: `You have used all your tokens. ${SUMMARY_RULES}`,
    }
    const error = { code: TOKEN_LIMIT, message: `The limit of ${max} tokens was reached` }
    const text = `I stopped after ${used} tokens. The work may not be finished: look at what was done before you go on.`
    return [endingStep(turn, words, { outcome: "failed", error, text })]
  })
}
