// A turn that has just begun is planned before anything else is asked, unless who would plan it could not be reached lately.
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
    return [withoutThem(state, turn, options) ?? askFor(state, turn, options)]
  }
}

function askFor(state: State, turn: Turn, { planner, models }: PlanOptions): Step {
  return callModelStep(turn, turn.iteration + 1, { chain: planner ?? currentModel(state, models), phase: "plan" })
}

/** To find out once more costs retries, and somebody waits meanwhile. */
function withoutThem(state: State, turn: Turn, { planner, router }: PlanOptions): Step | undefined {
  const isDown = (place: number | undefined) => place !== undefined && healthOf(state, place) === "down"
  const who = isDown(planner) ? "planner" : isDown(router) ? "router" : undefined
  if (who === undefined) return undefined
  return notePlanStep(turn, "failed", { type: "plan-failed", why: `The ${who} could not be reached lately.` })
}
