// The fold's part of a turn that is carried out by a plan. Its requests are attempts like all others, and its calls are calls
// like all others; here is only what the plan itself has to remember of them.
import { text } from "../../contracts/content.ts"
import type { Fact, ModelAnswered, ModelAsked, PlanFailed, PlanMade, PlanStepFinished } from "../../contracts/fact.ts"
import type { State, Turn } from "../../kernel/state/state.ts"
import { NO_PLAN, type Plan, type Routing, readStep, routingOf } from "./plan.ts"

/** The turn's calls are still those of the request before. */
export function planAsked(turn: Turn, { phase, step }: ModelAsked): Pick<Turn, "plan"> {
  const { plan = NO_PLAN } = turn
  if (phase === undefined) return turn.plan === undefined ? {} : { plan }
  if (phase !== "route" || step === undefined) return { plan }
  const known = routingOf(turn)
  const before: Routing =
    known?.step === step.number ? known : { step: step.number, asks: 0, tries: 0, looks: [], called: false }
  return { plan: { ...plan, routing: { ...before, asks: step.time } } }
}

export function planAnswered({ plan = NO_PLAN }: Turn, fact: ModelAnswered): Pick<Turn, "plan"> {
  const { phase, text: said, stop, calls, problems } = fact
  if (phase === "plan") return { plan: { ...plan, said: { text: said, isCut: stop === "max-tokens" } } }
  if (phase === "synthesis") return { plan: { ...plan, stage: "over" } }
  const { routing } = plan
  if (routing === undefined) return { plan }
  if (calls.length > 0) return { plan: { ...plan, routing: { ...routing, called: true } } }
  const wrong =
    problems.map(({ message }) => message).join("\n") || `There was no call in it: ${said.trim().slice(0, LONGEST)}`
  return { plan: { ...plan, routing: { ...routing, tries: routing.tries + 1, wrong } } }
}

const LONGEST = 300

export function applyPlan(state: State, fact: (PlanMade | PlanStepFinished | PlanFailed) & Fact): State {
  const { turn } = state
  // Nobody was asked for a plan: then there is none that could get on.
  if (turn === undefined || (turn.plan === undefined && fact.type !== "plan-failed")) return state
  const { said: _read, ...plan } = turn.plan ?? NO_PLAN
  switch (fact.type) {
    case "plan-made":
      return { ...state, turn: { ...turn, plan: { ...plan, stage: "steps", steps: fact.steps.map(readStep) } } }
    case "plan-step-finished": {
      const { routing: _over, ...rest } = plan
      const { step, outcome, result, calls = [] } = fact
      return {
        ...state,
        turn: { ...turn, plan: { ...rest, done: { ...plan.done, [step]: { outcome, result, calls } } } },
      }
    }
    case "plan-failed":
      return failed(state, turn, { plan, why: fact.why, seq: fact.seq })
  }
}

/** The model that goes on is another one, with a clean slate; it is told how far the plan got. */
function failed(
  state: State,
  { attempt, ...turn }: Turn,
  { plan, why, seq }: { readonly plan: Plan; readonly why: string; readonly seq: number },
): State {
  const { routing: _over, ...rest } = plan
  const others = attempt !== undefined && attempt.phase === undefined ? { attempt } : {}
  const over: State = { ...state, turn: { ...turn, ...others, plan: { ...rest, stage: "over" } } }
  if (Object.keys(plan.done).length === 0) return over
  const told = { seq, parts: [text(standing(plan, why))], from: "note", ephemeral: false } as const
  return { ...over, waiting: [...state.waiting, told] }
}

function standing({ steps, done }: Plan, why: string): string {
  const lines = steps.map(({ what }, index) => {
    const { outcome } = done[index + 1] ?? {}
    return `${index + 1}. ${what}: ${outcome === undefined ? "not begun" : outcome === "ok" ? "done" : "failed"}`
  })
  return `A plan for this was given up: ${why}\n${lines.join("\n")}\nWhat is done stands above with its results: do not do it again. Finish the request yourself.`
}
