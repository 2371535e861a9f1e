// Runs a step: looks up its performer and passes the ports that the performer names.
import type { Writable } from "../base/writable.ts"
import { type ActiveStep, definitionOf } from "../registry/steps.ts"
import { pick, type StepDefinition } from "./define-step.ts"
import type { PerformContext, Performing } from "./performer.ts"

/** The ports that belong to one step. All others are the same for every step of a run. */
export type StepPorts = Required<Pick<PerformContext, "state" | "latest" | "signal" | "next">>

export function perform(step: ActiveStep, context: PerformContext): Performing {
  const { needs, perform: performer } = definitionOf(step)
  return performer(step, pick(context, needs))
}

/** Performs the steps of a run. The ports of each kind of step are picked once. */
export function performerWith(
  ports: Omit<PerformContext, keyof StepPorts>,
): (step: ActiveStep, how: StepPorts) => Performing {
  const picked = new Map<string, Picked>()
  return (step, how) => {
    let known = picked.get(step.kind)
    if (known === undefined) {
      known = pickedFor(step, { ...ports, ...how })
      picked.set(step.kind, known)
    }
    const { definition, first } = known
    const given: Writable<Partial<PerformContext>> = { ...first }
    if (first.state !== undefined) given.state = how.state
    if (first.latest !== undefined) given.latest = how.latest
    if (first.signal !== undefined) given.signal = how.signal
    if (first.next !== undefined) given.next = how.next
    return definition.perform(step, given as PerformContext) // What is missing is not named in `needs`.
  }
}

interface Picked {
  readonly definition: StepDefinition<ActiveStep>
  /** The ports as the first step of this kind got them. */
  readonly first: Readonly<Partial<PerformContext>>
}

function pickedFor(step: ActiveStep, context: PerformContext): Picked {
  const definition = definitionOf(step)
  // Copied, so that V8 makes no dictionary of it: see emptyState.
  return { definition, first: { ...pick(context, definition.needs) } }
}
