// Step that records the progress of a plan as a fact.
import { defineStep, isSameThroughout } from "../../kernel/define-step.ts"
import type { Turn } from "../../kernel/state/state.ts"
import type { PlanFailed } from "./facts/plan-failed.ts"
import type { PlanMade } from "./facts/plan-made.ts"
import type { PlanStepFinished } from "./facts/plan-step-finished.ts"

/** Records the progress of a plan, as a rule decided it. */
export interface NotePlan {
  readonly kind: "note-plan"
  readonly key: string
  readonly says: PlanMade | PlanStepFinished | PlanFailed
}

export function notePlanStep({ number }: Turn, what: string, says: NotePlan["says"]): NotePlan {
  return { kind: "note-plan", key: `plan:${number}:${what}`, says }
}

export const notePlan = defineStep<NotePlan>()({
  kind: "note-plan",
  needs: [],
  // A plan may end in different ways.
  isSame: isSameThroughout,
  async *perform({ says }) {
    yield { fact: says }
  },
})
