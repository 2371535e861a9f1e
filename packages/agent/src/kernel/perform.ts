// Runs a step: looks up its performer and passes the ports that the performer names.
import { type ActiveStep, definitionOf } from "../registry/steps.ts"
import { pick } from "./define-step.ts"
import type { PerformContext, Performing } from "./performer.ts"

/** The ports that belong to one step. All others are the same for every step of a run. */
const OF_STEP = ["state", "latest", "signal", "next"] as const

export type StepPorts = Required<Pick<PerformContext, (typeof OF_STEP)[number]>>

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
    const { kind, needs, perform: performer } = definitionOf(step)
    let known = picked.get(kind)
    if (known === undefined) {
      // Copied, so that V8 makes no dictionary of it: see emptyState.
      known = { first: { ...pick({ ...ports, ...how }, needs) }, names: OF_STEP.filter((name) => needs.includes(name)) }
      picked.set(kind, known)
    }
    const given: Record<string, unknown> = { ...known.first }
    for (const name of known.names) given[name] = how[name]
    return performer(step, given as unknown as PerformContext) // What is missing is not named in `needs`.
  }
}

interface Picked {
  /** The ports as the first step of this kind got them. */
  readonly first: Readonly<Partial<PerformContext>>
  readonly names: readonly (keyof StepPorts)[]
}
