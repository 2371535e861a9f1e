// An answer that leaves work undone is taken back and the model told to go on, at most so often; then it is accepted.
import type { Finding, Judged, Kind } from "../../answer/judged.ts"
import { isPartial, judgedOnce } from "../judged-of.ts"
import type { Rule } from "../rule.ts"
import { nudgeStep } from "./steps.ts"
import { textAnswer } from "./text-answer.ts"

export interface UnfinishedOptions {
  readonly judge: (given: Judged) => Finding
  /** How often each kind of finding is nudged in a turn. */
  readonly max: Readonly<Partial<Record<Kind, number>>>
  /** Only what calls and results prove, not what words suggest. */
  readonly provenOnly?: boolean
  /** What can be read either way is left to `settleDoubt`: without its verdict there is no nudge. */
  readonly asksWhenInDoubt?: boolean
}

export function nudgeUnfinished({ judge, max, provenOnly = false, asksWhenInDoubt = false }: UnfinishedOptions): Rule {
  const judged = judgedOnce(judge)
  return (state) => {
    const { turn, answer } = textAnswer(state) ?? {}
    if (turn === undefined || turn.ending !== undefined) return undefined
    if (answer === undefined || answer.text.trim() === "" || turn.counters.delicate > 0) return undefined
    const finding = judged(state)
    if (finding === undefined) return undefined
    const { kind, evidence } = finding
    // What the calls show is not all there: then it proves nothing, and no claim is without proof.
    const partial = isPartial(state)
    const isProven = finding.proven && !partial
    if (partial && kind === "unproven-claim") return undefined
    const limit = max[kind] ?? 0
    const verdict = turn.judgement?.about === answer.attempt ? turn.judgement.unfinished : undefined
    if (asksWhenInDoubt && finding.doubtful && verdict !== true) return undefined
    if (limit === 0 || (turn.counters.nudges[kind] ?? 0) >= limit || (provenOnly && !isProven)) return undefined
    return [nudgeStep(answer, { reason: kind, evidence, text: `${TEXTS[kind] ?? ""} (${evidence})` })]
  }
}

const TEXTS: Readonly<Partial<Record<Kind, string>>> = {
  incomplete:
    "The work is not finished. Go on with what is left, using your tools. Do not stop before all of it is done.",
  deflection: "Do not hand the work back: you have the tools for it, and you were asked to do it. Go on.",
  "unproven-claim":
    "Your answer claims what no tool result shows. Do it now with your tools, or say plainly that it was not done.",
}
