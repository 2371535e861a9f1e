// Limits of a plan, and which models make it.

/** How plans are made and carried out. */
export interface PlanOptions {
  /** How long the chain of models is. */
  readonly models: number
  /** The places of a planner and a router that stand beside the chain; without them the chain is asked. */
  readonly planner?: number
  readonly router?: number
  /** A longer plan is given up. */
  readonly maxSteps?: number
  /** How often the call of one step is asked for when none comes that can be run. */
  readonly tries?: number
}

export const MAX_STEPS = 40
export const TRIES = 3
/** How many tools a router is offered. */
export const MAX_TOOLS = 15
/** How often it may look something up before it makes its call. */
export const MAX_LOOKS = 5

/** Why a plan is given up when the agent that runs the turn does not plan. */
export const PLANS_OFF = "Plans are switched off."
/** Why there is no plan where there are no tools to plan with. */
export const NO_TOOLS = "There are no tools."
