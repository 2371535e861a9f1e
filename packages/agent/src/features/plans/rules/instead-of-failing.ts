// When a planner or a router cannot answer, the plan fails and not the turn: the profile's own models continue without
// it. When those cannot be reached, or a crash keeps coming back, that would gain nothing, and the turn fails as it
// does without a plan.
import type { ErrorClass } from "../../../contracts/answer.ts"
import type { Rule } from "../../../kernel/rule.ts"
import type { Attempt, Turn } from "../../../kernel/state/state.ts"
import type { Finish } from "../../../kernel/steps/finish.ts"
import type { Step } from "../../../registry/steps.ts"
import { notePlanStep } from "../note-plan.ts"
import type { PlanOptions } from "../options.ts"
import type { Plan } from "../plan.ts"

export function insteadOfFailing(rule: Rule, { models }: PlanOptions): Rule {
  return (state) => {
    const steps = rule(state)
    const { turn } = state
    const plan = turn?.plan
    const attempt = turn?.attempt
    const [end] = steps ?? []
    if (turn === undefined || plan === undefined || plan.stage === "over" || attempt === undefined) return steps
    if (end?.kind !== "finish" || end.outcome !== "failed" || !isOfPlan(attempt, turn)) return steps
    return isHopeless(attempt, models) ? [withWhatWasDone(end, plan)] : [failed(turn, attempt)]
  }
}

function isOfPlan({ phase, failure, open }: Attempt, { ending }: Turn): boolean {
  return phase !== undefined && failure !== undefined && !open && ending === undefined
}

/** Failures of the model, not of the request. */
const UNREACHABLE: readonly ErrorClass[] = ["rate-limit", "overloaded", "server-error", "network", "timeout", "config"]

function isHopeless({ failure, chain }: Attempt, models: number): boolean {
  const { class: kind } = failure?.error ?? {}
  if (kind === "crashed" || kind === "aborted") return true
  return kind !== undefined && chain < models && UNREACHABLE.includes(kind)
}

function failed(turn: Turn, { phase, model, failure }: Attempt): Step {
  const why = `${WHO[phase ?? "plan"]} (${model}) could not be asked: ${failure?.error.message ?? ""}`
  return notePlanStep(turn, "failed", { type: "plan-failed", why })
}

const WHO = { plan: "The planner", route: "The router", synthesis: "The planner" } as const

/** The steps that ended have had their effect, so the closing text lists them. */
function withWhatWasDone(end: Finish, { steps, done }: Plan): Finish {
  const lines = steps.flatMap(({ what }, index) => {
    const { outcome } = done[index + 1] ?? {}
    return outcome === undefined ? [] : [`- ${what}: ${outcome === "ok" ? "done" : "not done"}`]
  })
  return lines.length === 0 ? end : { ...end, text: [end.text, ...lines].filter((line) => line !== "").join("\n") }
}
