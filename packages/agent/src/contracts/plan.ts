// The words for a turn that is carried out by a plan: one model plans and tells, another one makes the calls.

/** What a request of such a turn is for: the plan, the call of one step, the answer from what the steps brought. */
export type Phase = "plan" | "route" | "synthesis"

/** Numbers of steps count from 1. */
export type PlanStep = {
  /** All that somebody needs to know to carry it out. */
  readonly what: string
  /** Steps whose results it is about. */
  readonly needs: readonly number[]
  /** The tool that the planner had in mind. */
  readonly tool?: string
}

/** One request for the call of a step. */
export interface StepAsked {
  readonly number: number
  readonly what: string
  /** The how-manieth request for it. */
  readonly time: number
}

export type StepOutcome = "ok" | "failed"
