// Parts that the profiles share. Every profile first settles what is open, before anything is judged or asked.
import type { Fitting } from "../context/fitting.ts"
import type { Finish } from "../contracts/finish-check.ts"
import { compactWhenAsked, fitContext } from "../features/compaction/fit-context.ts"
import type { ContextPolicy } from "../features/compaction/policy.ts"
import { checksOf } from "../features/finish/checks.ts"
import { finishChecks } from "../features/finish/finish-checks.ts"
import { restoreWhenAsked } from "../features/undo/restore-when-asked.ts"
import type { Rule } from "../kernel/rule.ts"
import { acceptAnswer } from "../kernel/rules/accept-answer.ts"
import { awaitModel } from "../kernel/rules/await-model.ts"
import { type BreakerOptions, breakTool } from "../kernel/rules/break-tool.ts"
import { callModel } from "../kernel/rules/call-model.ts"
import { continueTruncated } from "../kernel/rules/continue-truncated.ts"
import { endTurn, finishOnLastWords } from "../kernel/rules/end-turn.ts"
import { failCrashLoop } from "../kernel/rules/fail-crash-loop.ts"
import { limitIterations } from "../kernel/rules/limit-iterations.ts"
import { malformedCall } from "../kernel/rules/malformed-call.ts"
import { nudgeEmpty } from "../kernel/rules/nudge-empty.ts"
import { refuseWhenEnding, refuseWithheld } from "../kernel/rules/refuse-calls.ts"
import { restWhenIdle } from "../kernel/rules/rest-when-idle.ts"
import { runTools } from "../kernel/rules/run-tools.ts"
import { settleCancelled } from "../kernel/rules/settle-cancelled.ts"
import { stopRepeats, stopSameError } from "../kernel/rules/stop-circles.ts"

export interface Settling {
  /** Whether the calls of one answer run at the same time, or one after another. */
  readonly parallel: boolean
  /** Rules that refuse calls. */
  readonly refuse?: readonly Rule[]
}

export function settle({ parallel, refuse = [] }: Settling): readonly Rule[] {
  return [
    restoreWhenAsked(),
    compactWhenAsked(),
    restWhenIdle(),
    settleCancelled(),
    awaitModel(),
    refuseWhenEnding(),
    refuseWithheld(),
    ...refuse,
    runTools({ parallel }),
    failCrashLoop(),
    finishOnLastWords(),
  ]
}

/** Withholds a tool that keeps failing. `standard`: after how many failures, unless the user sets another number. */
export function breaking(
  given: number | null | undefined,
  standard: number | null,
  how: Omit<BreakerOptions, "failures"> = { scope: "turn", afterwards: "go-on" },
): readonly Rule[] {
  const failures = given === undefined ? standard : given
  return failures === null ? [] : [breakTool({ failures, ...how })]
}

/**
 * An answer without a call ends the turn, unless a finish check finds something. After repeated empty answers the model is
 * asked for a summary.
 */
export function finishing(finish: Finish): readonly Rule[] {
  return [finishChecks(checksOf(finish)), nudgeEmpty({ max: 0, afterwards: "summary" }), acceptAnswer()]
}

export interface Working {
  readonly finish: Finish
  readonly breaker: number | null | undefined
  readonly selfCorrections: number
  readonly maxIterations: number
  /** How many refused repeats end a turn. */
  readonly refusals: number
  readonly fitting: Fitting
  readonly context: ContextPolicy
  readonly models: number
}

/** Judges the last answer, checks the limits, then asks the model: for profiles whose models work on their own. */
export function working(how: Working): readonly Rule[] {
  const { finish, breaker, selfCorrections, maxIterations, refusals, fitting, context, models } = how
  return [
    endTurn(),
    stopSameError({ max: 5 }),
    stopRepeats({ refusals }),
    ...breaking(breaker, 3),
    malformedCall({ max: selfCorrections }),
    continueTruncated({ max: 2 }),
    ...finishing(finish),
    limitIterations({ max: maxIterations, summary: true }),
    fitContext({ fitting, policy: context }),
    callModel({ models }),
  ]
}
