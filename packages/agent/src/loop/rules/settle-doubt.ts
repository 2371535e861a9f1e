// An answer that can be read either way: one short question to a model decides, a few times a turn, never for clear ones.
import { shouldNudge } from "../../answer/judged.ts"
import { judgedOnce } from "../judged-of.ts"
import type { Rule } from "../rule.ts"
import type { UnfinishedOptions } from "./nudge-unfinished.ts"
import { judgeStep } from "./steps.ts"

export function settleDoubt({ judge, max }: Pick<UnfinishedOptions, "judge"> & { readonly max: number }): Rule {
  const judged = judgedOnce(judge)
  return (state) => {
    const { turn, waiting } = state
    const answer = turn?.answer
    if (turn === undefined || turn.cancelled || turn.ending !== undefined || answer === undefined) return undefined
    if (answer.nudged || turn.calls.length > 0 || waiting.length > 0 || answer.text.trim() === "") return undefined
    const { attempt } = answer
    if (turn.judgement?.about === attempt) return turn.judgement.open ? [judgeStep(attempt, "asked before")] : undefined
    if (turn.counters.judgements >= max || turn.counters.delicate > 0) return undefined
    const finding = judged(state)
    return finding?.doubtful === true && shouldNudge(finding) ? [judgeStep(attempt, finding.evidence)] : undefined
  }
}
