// apply(state, fact): the only place where facts become state. Pure and total, and the same for a
// first run and a resumed one.
import { definitionOf, type Fact, type FactType } from "../../registry/facts.ts"
import { SLICES, type State } from "../../registry/state.ts"

type Follow = (state: State, fact: Fact) => State

const followers = new Map<FactType, readonly Follow[]>()

export function apply(before: State, fact: Fact): State {
  let state: State = { ...before, seq: fact.seq, at: fact.at }
  for (const follow of followersOf(fact.type)) state = follow(state, fact)
  return definitionOf(fact).fold(state, fact)
}

/** The slices that follow facts of this type, looked up once. */
function followersOf(type: FactType): readonly Follow[] {
  const known = followers.get(type)
  if (known !== undefined) return known
  const found = SLICES.flatMap(({ on }) => (on?.[type] as Follow | undefined) ?? []) // A follower gets facts of its own type only.
  followers.set(type, found)
  return found
}
