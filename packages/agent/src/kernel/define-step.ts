// Defines a step once: its kind, its performer and the ports that performer gets. The rows are in registry/steps.ts.
import type { PerformContext, Performing } from "./performer.ts"

/** The fields that every step has. */
export interface AnyStep {
  readonly kind: string
  /** Names the work: at most one performer runs a key. */
  readonly key: string
  /** The step must not start before this time, by the session's clock. */
  readonly notBefore?: number
  /** How long the wait was meant to last, even if the clock has been changed since. */
  readonly waitMs?: number
}

export type Port = keyof PerformContext

/** The ports that a list names. */
export type PortsOf<Needs extends readonly Port[]> = Pick<PerformContext, Needs[number]>

export interface StepDefinition<S extends AnyStep, P extends Port = Port> {
  readonly kind: S["kind"]
  /** The performer gets these ports and no others. */
  readonly needs: readonly P[]
  readonly perform: (step: S, ports: Pick<PerformContext, NoInfer<P>>) => Performing
  /** Whether two steps with the same key ask for the same work. By default an equal key is enough. */
  readonly isSame?: (a: AnyStep, b: AnyStep) => boolean
  /** `told`: subscribers are notified when this step has to wait. */
  readonly waits?: "told"
}

/** Curried, so that the ports are inferred while the step type is given explicitly. */
export function defineStep<S extends AnyStep>() {
  return <const P extends Port>(definition: StepDefinition<S, P>): StepDefinition<S, P> => ({
    ...definition,
    // Several parts of a performer may name the same port.
    needs: [...new Set(definition.needs)],
  })
}

/** For steps whose key names what is decided, but not how: all fields must be equal. An answer may be long: it is not copied. */
export function isSameThroughout<S extends AnyStep>(a: S, b: S): boolean {
  const fields = Object.keys({ ...a, ...b }) as (keyof S)[]
  return fields.every((field) => isSameValue(a[field], b[field]))
}

function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b)
}

/** Passes on only the named ports, so that a performer cannot come to depend on others. */
export function pick<P extends Port>(
  context: Pick<PerformContext, NoInfer<P>>,
  needs: readonly P[],
): Pick<PerformContext, P> {
  const given: Record<string, unknown> = {}
  // Runs for every step. An optional port may be missing.
  for (const name of needs) if (context[name] !== undefined) given[name] = context[name]
  return given as Pick<PerformContext, P>
}
