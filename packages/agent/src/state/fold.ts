// fold(facts): a session's state from its log, or from a snapshot and what came after it.
import type { Fact } from "../contracts/fact.ts"
import { apply } from "./apply.ts"
import { emptyState, type State } from "./state.ts"

export function foldFacts(facts: Iterable<Fact>, from: State = emptyState): State {
  let state = from
  for (const fact of facts) state = apply(state, fact)
  return state
}
