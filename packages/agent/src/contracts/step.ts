// What a rule may ask to be done next. A key names the work: at most one performer runs a key.

import type { PlanFailed } from "../features/plans/facts/plan-failed.ts"
import type { PlanMade } from "../features/plans/facts/plan-made.ts"
import type { PlanStepFinished } from "../features/plans/facts/plan-step-finished.ts"
import type { CompactionReason } from "./compaction.ts"
import type { Ending, TurnError, TurnOutcome, Withheld } from "./fact.ts"
import type { Phase, StepAsked } from "./plan.ts"

export type Step = CallModel | RunTool | Expire | Nudge | Judge | Compact | NotePlan | Restore | Finish | Rest

export interface CallModel {
  readonly kind: "call-model"
  readonly key: string
  readonly iteration: number
  /** Not before this time, by the session's clock. */
  readonly notBefore?: number
  /** How long the wait is meant to last, whatever the clock says by now. */
  readonly waitMs?: number
  /** Which model of the chain, counted from 0; the first unless given. */
  readonly chain?: number
  /** In a turn that is carried out by a plan: what it is asked for, and for which step. */
  readonly phase?: Phase
  readonly step?: StepAsked
}

export interface RunTool {
  readonly kind: "run-tool"
  readonly key: string
  readonly call: string
  /** A rule says no: this is the call's result, and nothing runs. */
  readonly refusal?: { readonly code: string; readonly message: string }
}

/** Nobody settled what a call waits for in time: it is told so, and does not run. */
export interface Expire {
  readonly kind: "expire"
  readonly key: string
  readonly call: string
  /** Until this time, by the session's clock, somebody may still settle it. */
  readonly notBefore: number
  /** How long they were to have. */
  readonly waitMs?: number
}

export interface Nudge {
  readonly kind: "nudge"
  readonly key: string
  readonly reason: string
  readonly evidence: string
  readonly text: string
  readonly ephemeral: boolean
  /** The answer that is taken back. */
  readonly attempt?: string
  readonly withholds?: Withheld
  readonly ends?: Ending
}

/** Asks a model in one short question whether an answer leaves work undone. */
export interface Judge {
  readonly kind: "judge"
  readonly key: string
  /** The answer in doubt. */
  readonly attempt: string
  readonly evidence: string
}

/** Shows the model less of the history from here on. */
export interface Compact {
  readonly kind: "compact"
  readonly key: string
  readonly why: CompactionReason
  /** Which model of the chain it must fit; the first unless given. */
  readonly chain?: number
}

/** Puts on record how a plan gets on: a rule has decided it. */
export interface NotePlan {
  readonly kind: "note-plan"
  readonly key: string
  readonly says: PlanMade | PlanStepFinished | PlanFailed
}

/** Puts files back, or takes the conversation back, or both. */
export interface Restore {
  readonly kind: "restore"
  readonly key: string
}

export interface Finish {
  readonly kind: "finish"
  readonly key: string
  readonly outcome: TurnOutcome
  readonly text: string
  readonly error?: TurnError
  readonly suggestions?: readonly string[]
}

/** Nothing to do until somebody says something. */
export interface Rest {
  readonly kind: "rest"
  readonly key: "rest"
}

export const rest: readonly Step[] = [{ kind: "rest", key: "rest" }]
