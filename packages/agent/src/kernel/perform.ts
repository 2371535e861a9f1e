// Runs a step: looks up its performer and passes the ports that the performer names.
import { type ActiveStep, definitionOf } from "../registry/steps.ts"
import { pick } from "./define-step.ts"
import type { PerformContext, Yielded } from "./performer.ts"

export function perform(step: ActiveStep, context: PerformContext): AsyncGenerator<Yielded, void, void> {
  const { needs, perform: performer } = definitionOf(step)
  return performer(step, pick(context, needs))
}
