// apply(state, fact): the only place where facts become state. Pure and total, and the same for a
// first run and a resumed one.
import { definitionOf, type Fact, type FactType } from "../../registry/facts.ts"
import { SLICES, type State } from "../../registry/state.ts"

type Follow = (state: State, fact: Fact) => State

const folds = new Map<FactType, readonly Follow[]>()

export function apply(before: State, fact: Fact): State {
  const steps = folds.get(fact.type) ?? foldsOf(fact.type)
  let state: State = { ...before, seq: fact.seq, at: fact.at }
  for (let at = 0; at < steps.length; at++) state = (steps[at] as Follow)(state, fact) // Within bounds.
  return state
}

/** The slices that follow facts of this type, then the fact itself; looked up once. */
function foldsOf(type: FactType): readonly Follow[] {
  const followers = SLICES.flatMap(({ on }) => (on?.[type] as Follow | undefined) ?? []) // A follower gets facts of its own type only.
  const { fold } = definitionOf({ type })
  const found = [...followers, fold]
  folds.set(type, found)
  return found
}
