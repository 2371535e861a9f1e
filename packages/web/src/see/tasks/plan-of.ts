// The plan of a turn and how far it got, from the turn's facts. Steps are numbered from 1.
import type { Fact } from "@pawl/client"
import { listIn, numberIn, objectIn, textIn } from "../facts/fact-fields.ts"

export interface PlanStep {
  readonly what: string
  readonly needs: readonly number[]
  readonly state: "open" | "running" | "ok" | "failed"
  readonly result: string
}

/** Undefined when the turn has no plan. */
export function planOf(facts: readonly Fact[]): readonly PlanStep[] | undefined {
  const made = facts.findLastIndex(({ type }) => type === "plan-made")
  const plan = facts[made]
  if (plan === undefined) return undefined
  const steps = listIn(plan, "steps").map(stepOf)
  for (const fact of facts.slice(made + 1)) {
    if (fact.type === "model-asked") change(steps, Number(objectIn(fact, "step").number), { state: "running" })
    if (fact.type === "plan-step-finished")
      change(steps, numberIn(fact, "step") ?? 0, {
        state: textIn(fact, "outcome") === "ok" ? "ok" : "failed",
        result: textIn(fact, "result") ?? "",
      })
  }
  return steps
}

function stepOf(given: unknown): PlanStep {
  const { what, needs } = (given ?? {}) as Readonly<Record<string, unknown>>
  return {
    what: typeof what === "string" ? what : "",
    needs: Array.isArray(needs) ? needs.filter((need) => typeof need === "number") : [],
    state: "open",
    result: "",
  }
}

function change(steps: PlanStep[], number: number, how: Partial<PlanStep>): void {
  const step = steps[number - 1]
  if (step !== undefined) steps[number - 1] = { ...step, ...how }
}
