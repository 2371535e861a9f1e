// Rule that plans a new turn before anything else is asked, unless planner or router could not be reached lately.
import { currentModel, healthOf } from "../../../kernel/model-health.ts"
import type { Rule } from "../../../kernel/rule.ts"
import type { State, Turn } from "../../../kernel/state/state.ts"
import { callModelStep } from "../../../kernel/steps/call-model.ts"
import type { Step } from "../../../registry/steps.ts"
import { notePlanStep } from "../note-plan.ts"
import type { PlanOptions } from "../options.ts"

export function plan(options: PlanOptions): Rule {
  return (state) => {
    const { turn } = state
    if (turn === undefined || turn.cancelled || turn.ending !== undefined) return undefined
    if (turn.plan !== undefined || turn.iteration > 0) return undefined
    return [failIfUnreachable(state, turn, options) ?? askFor(state, turn, options)]
  }
}

function askFor(state: State, turn: Turn, { planner, models }: PlanOptions): Step {
  return callModelStep(turn, turn.iteration + 1, { chain: planner ?? currentModel(state, models), phase: "plan" })
}

/** Finding out again would cost retries while the user waits. */
function failIfUnreachable(state: State, turn: Turn, { planner, router }: PlanOptions): Step | undefined {
  const isDown = (place: number | undefined) => place !== undefined && healthOf(state, place) === "down"
  const who = isDown(planner) ? "planner" : isDown(router) ? "router" : undefined
  if (who === undefined) return undefined
  return notePlanStep(turn, "failed", { type: "plan-failed", why: `The ${who} could not be reached lately.` })
}
