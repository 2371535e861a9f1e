// A step is defined once: what it is called, who performs it and with which ports. The rows are in registry/steps.ts.
import type { PerformContext, Yielded } from "./performer.ts"

/** What all steps have, whoever asks for them. */
export interface AnyStep {
  readonly kind: string
  /** Names the work: at most one performer runs a key. */
  readonly key: string
  /** Not before this time, by the session's clock. */
  readonly notBefore?: number
  /** How long the wait is meant to last, whatever the clock says by now. */
  readonly waitMs?: number
}

export type Port = keyof PerformContext

/** The ports that a list names. */
export type PortsOf<Needs extends readonly Port[]> = Pick<PerformContext, Needs[number]>

export interface StepDefinition<S extends AnyStep, P extends Port = Port> {
  readonly kind: S["kind"]
  /** The ports that its performer is given, and no others. */
  readonly needs: readonly P[]
  readonly perform: (step: S, ports: Pick<PerformContext, NoInfer<P>>) => AsyncGenerator<Yielded, void, void>
  /** Whether two steps with one key ask for the same; the key says it all unless given. */
  readonly isSame?: (a: AnyStep, b: AnyStep) => boolean
  /** Whoever follows the session is told when it has to wait. */
  readonly waits?: "told"
}

/** Called twice, so that the ports are inferred while the step is given. */
export function defineStep<S extends AnyStep>() {
  return <const P extends Port>(definition: StepDefinition<S, P>): StepDefinition<S, P> => ({
    ...definition,
    // Parts of a performer name their ports each for itself: each is handed over once.
    needs: [...new Set(definition.needs)],
  })
}

/** For steps whose key names what is decided, but not how. */
export function isSameThroughout(a: AnyStep, b: AnyStep): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Only what is named: a performer cannot come to rely on more. */
export function pick<P extends Port>(
  context: Pick<PerformContext, NoInfer<P>>,
  needs: readonly P[],
): Pick<PerformContext, P> {
  const given: Record<string, unknown> = {}
  // Each step comes by here. A port that is optional may be missing.
  for (const name of needs) if (context[name] !== undefined) given[name] = context[name]
  return given as Pick<PerformContext, P> // Each by its own name.
}
