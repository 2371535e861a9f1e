// The plan's part of a turn's state. Its requests are attempts like all others, and its calls are calls like all
// others.
import type { Slice } from "../../kernel/define-slice.ts"
import type { ModelAnswered } from "../../kernel/facts/model-answered.ts"
import type { ModelAsked } from "../../kernel/facts/model-asked.ts"
import { inTurn } from "../../kernel/state/in-turn.ts"
import type { State, Turn } from "../../kernel/state/state.ts"
import { NO_PLAN, type Plan, type Routing, routingOf } from "./plan.ts"

/** What plans keep of a turn. */
export interface PlanTurn {
  /** How it is carried out, where it is by a plan. */
  readonly plan?: Plan
}

export const planSlice: Slice = {
  on: {
    "model-asked": (state, fact) => (fact.phase === undefined ? state : inTurn(state, (turn) => asked(turn, fact))),
    "model-answered": (state, fact) =>
      fact.phase === undefined ? state : inTurn(state, (turn) => answered(turn, fact)),
  },
}

/** Without a plan request there is no plan to change. */
export function inPlan(state: State, change: (plan: Plan) => Plan): State {
  return inTurn(state, (turn) => {
    if (turn.plan === undefined) return turn
    const { said: _read, ...plan } = turn.plan
    return { ...turn, plan: change(plan) }
  })
}

/** The turn's calls are still those of the request before. */
function asked(turn: Turn, { phase, step }: ModelAsked): Turn {
  const { plan = NO_PLAN } = turn
  if (phase !== "route" || step === undefined) return { ...turn, plan }
  const known = routingOf(turn)
  const before: Routing =
    known?.step === step.number ? known : { step: step.number, asks: 0, tries: 0, looks: [], called: false }
  return { ...turn, plan: { ...plan, routing: { ...before, asks: step.time } } }
}

function answered(turn: Turn, fact: ModelAnswered): Turn {
  const { plan = NO_PLAN } = turn
  return { ...turn, plan: planAnswered(plan, fact) }
}

function planAnswered(plan: Plan, { phase, text: said, stop, calls, problems }: ModelAnswered): Plan {
  if (phase === "plan") return { ...plan, said: { text: said, isCut: stop === "max-tokens" } }
  if (phase === "synthesis") return { ...plan, stage: "over" }
  const { routing } = plan
  if (routing === undefined) return plan
  if (calls.length > 0) return { ...plan, routing: { ...routing, called: true } }
  const wrong =
    problems.map(({ message }) => message).join("\n") ||
    `There was no call in it: ${said.trim().slice(0, MAX_QUOTED_CHARS)}`
  return { ...plan, routing: { ...routing, tries: routing.tries + 1, wrong } }
}

const MAX_QUOTED_CHARS = 300
