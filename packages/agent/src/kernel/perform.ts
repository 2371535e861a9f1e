// Runs a step: looks up its performer and passes the ports that the performer names.
import { type ActiveStep, definitionOf } from "../registry/steps.ts"
import { pick } from "./define-step.ts"
import type { PerformContext, Performing } from "./performer.ts"

export function perform(step: ActiveStep, context: PerformContext): Performing {
  const { needs, perform: performer } = definitionOf(step)
  return performer(step, pick(context, needs))
}
