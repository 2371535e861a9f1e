// The rules of usage limits: a call beyond the limit is refused, and a turn that met a limit ends.
import type { Limits } from "../../contracts/limits.ts"
import type { Rule } from "../../kernel/rule.ts"
import { refuse } from "../../kernel/rules/refuse-calls.ts"
import { onlyIn } from "../../kernel/stage.ts"
import { hasOpenCalls } from "../../kernel/state/calls.ts"
import { isRunning } from "../../kernel/state/state.ts"
import { finishStep } from "../../kernel/steps/finish.ts"
import { limitWords, reachedWords } from "./words.ts"

export const USAGE_LIMIT = "usage-limit"

/** Before all other rules, because a profile of the user may have any. */
export function withUsageLimits(rules: readonly Rule[], limits: Limits): readonly Rule[] {
  return [endAtLimit(), ...limitToolCalls(limits), ...rules]
}

/** The fact alone decides, so a replay needs to know no limits. */
export function endAtLimit(): Rule {
  return onlyIn(["asked", "called", "answered"], ({ turn }) => {
    if (turn?.limitMet === undefined || !isRunning(turn) || turn.cancelled || hasOpenCalls(turn)) return undefined
    return [finishStep(turn, "failed", turn.kept, { code: USAGE_LIMIT, message: reachedWords(turn.limitMet) })]
  })
}

function limitToolCalls({ turn: ofTurn, session: ofSession }: Limits): readonly Rule[] {
  const most = { turn: ofTurn?.toolCalls, session: ofSession?.toolCalls }
  if (most.turn === undefined && most.session === undefined) return []
  return [
    refuse(({ call }, place, turn, state) => {
      if (!isRunning(turn)) return undefined
      for (const [scope, all] of [
        ["turn", turn.toolCalls],
        ["session", state.toolCalls],
      ] as const) {
        const max = most[scope]
        // The calls of the last answer are the last that were counted.
        const used = all - turn.calls.length + place + 1
        if (max === undefined || used <= max) continue
        const words = limitWords({ scope, limit: "toolCalls", used, max })
        return { code: USAGE_LIMIT, message: `Not run: "${call.name}" would be call ${words}.` }
      }
      return undefined
    }),
  ]
}
