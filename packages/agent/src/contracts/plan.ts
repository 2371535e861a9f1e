// Types for a turn that is carried out by a plan: one model plans and reports, another makes the calls.

/** What a request of such a turn is for: the plan, the call of one step, or the answer from the steps' results. */
export type Phase = "plan" | "route" | "synthesis"

/** A step of a plan. Steps are numbered from 1. */
export type PlanStep = {
  /** Everything needed to carry it out. */
  readonly what: string
  /** The steps whose results it uses. */
  readonly needs: readonly number[]
  /** The tool that the planner intended. */
  readonly tool?: string
}

/** One request for the call of a step. */
export interface StepAsked {
  readonly number: number
  readonly what: string
  /** The number of this request among those for the same step, from 1. */
  readonly time: number
}

/** How a step of a plan ended. */
export type StepOutcome = "ok" | "failed"
