// Connects planner and router to an agent's sessions: which model plans, which makes the
// calls, and what they are asked.
import type { Soon } from "../base/at-hand.ts"
import { defined } from "../base/defined.ts"
import type { ContextOptions } from "../context/build-request.ts"
import type { Fitting } from "../context/fitting.ts"
import { PawlError } from "../contracts/error.ts"
import type { AnyModel, Model } from "../contracts/model.ts"
import type { PlanOptions } from "../features/plans/options.ts"
import type { BuiltRequest, PerformPorts } from "../kernel/performer.ts"
import type { Rule } from "../kernel/rule.ts"
import type { BehaviourInputs } from "./behaviour-inputs.ts"
import type { AgentOptions } from "./options.ts"
import type { AgentParts } from "./parts.ts"
import { fittingOf } from "./request-context.ts"
import type { ToolSelection } from "./tool-selection.ts"

/** Which model plans a turn, which makes the calls, and the limits of a plan. */
export interface OrchestrateOptions {
  /** The model that writes the plan and reports its result; the agent's model unless given. */
  readonly planner?: AnyModel
  /** The model that makes the calls, one step after the other; the agent's model unless given. */
  readonly router?: AnyModel
  /** A longer plan is given up, and the request carried out without it; 40 unless given. */
  readonly maxSteps?: number
  /** How many tools the router is offered for a step; 15 unless given. */
  readonly k?: number
  /** How often the router is asked for the call of a step; 3 unless given. */
  readonly tries?: number
}

export function planningOptions({ orchestrate = false }: AgentOptions): OrchestrateOptions | undefined {
  if (orchestrate === false) return undefined
  return orchestrate === true ? {} : orchestrate
}

/** Placed after the chain, so that indexes into the chain stay valid. */
export function besideOf({ planner, router }: Pick<AgentParts, "planner" | "router">): readonly Model[] {
  return [planner, router].filter((model) => model !== undefined)
}

/** The declared window applies to the chain only. */
export function withBeside(chain: Fitting, parts: AgentParts): Fitting {
  const beside = besideOf(parts)
  if (beside.length === 0) return chain
  return { ...chain, models: [...chain.models, ...fittingOf(beside, undefined).models], chain: chain.models.length }
}

function planOptions({ maxSteps, tries }: OrchestrateOptions, { models, planner, router }: AgentParts): PlanOptions {
  return {
    models: models.length,
    ...(planner !== undefined && { planner: models.length }),
    ...(router !== undefined && { router: models.length + (planner === undefined ? 0 : 1) }),
    ...defined({ maxSteps, tries }),
  }
}

export interface Planning {
  rules(own: readonly Rule[]): readonly Rule[]
  buildRequest(own: PerformPorts["buildRequest"]): PerformPorts["buildRequest"]
}

/** Loaded only when turns are carried out by a plan. A child does one task and needs no plan. */
export async function planningFor(
  { options, parts, delegated }: BehaviourInputs,
  { index, finder }: ToolSelection,
  context: ContextOptions,
): Promise<Planning> {
  const given = planningOptions(options)
  if (given === undefined || delegated !== undefined) return WITHOUT_PLANS
  const [{ orchestrated }, { phaseRequests }] = await Promise.all([
    import("../features/plans/orchestrated.ts"),
    import("../features/plans/phase-requests.ts"),
  ])
  const { maxSteps, k } = given
  const build = phaseRequests({
    context: { ...context, fitting: withBeside(context.fitting, parts) },
    index,
    ...(finder && { finder }),
    ...defined({ maxSteps, k }),
  })
  return {
    rules: (own) => orchestrated(own, planOptions(given, parts)),
    buildRequest:
      (own) =>
      (state, chain = 0, phase) =>
        phase === undefined ? own(state, chain) : build(state, chain, phase),
  }
}

const WITHOUT_PLANS: Planning = {
  rules: (own) => own,
  // A plan that was begun elsewhere is given up, and the turn continues without it.
  buildRequest: (own) => (state, chain, phase) =>
    phase === undefined ? own(state, chain) : withoutPlan(own(state, chain)),
}

async function withoutPlan(building: Soon<BuiltRequest>): Promise<BuiltRequest> {
  const { PLANS_OFF } = await import("../features/plans/options.ts")
  return { ...(await building), instead: { type: "plan-failed", why: PLANS_OFF } }
}

/** Checks what types cannot express, and calls from plain JavaScript. */
export function checkPlanningOptions(options: AgentOptions): void {
  const { maxSteps = 1, k = 1, tries = 1 } = planningOptions(options) ?? {}
  const wrong = Object.entries({ maxSteps, k, tries }).find(([, value]) => !Number.isInteger(value) || value < 1)
  if (wrong === undefined) return
  throw new PawlError(
    "config-invalid",
    `createAgent got invalid options. Correct these: orchestrate.${wrong[0]}: a whole number, at least 1.`,
  )
}
