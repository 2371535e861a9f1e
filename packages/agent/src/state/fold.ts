// fold(facts): a session's state from its log, or from a snapshot and what came after it.
import type { Fact } from "../contracts/fact.ts"
import { apply } from "./apply.ts"
import { rewound } from "./apply-undo.ts"
import { emptyState, type State } from "./state.ts"

/**
 * `each` sees the state before and after every fact. A conversation that was taken back to before `from` leaves `rewoundTo`
 * in the state: then only a fold from the log's beginning is whole.
 */
export function foldFacts(
  facts: readonly Fact[],
  from: State = emptyState,
  each?: (before: State, fact: Fact, after: State) => void,
): State {
  const wanted = new Set(facts.flatMap((fact) => (fact.type === "conversation-rewound" ? [fact.to] : [])))
  const past = new Map([[from.seq, from]])
  let state = from
  for (const fact of facts) {
    const before = state
    const isOut = fact.type === "conversation-rewound" && fact.to < from.seq
    state = isOut ? apply(before, fact) : applyWith((seq) => past.get(seq), before, fact)
    if (wanted.has(fact.seq)) past.set(fact.seq, state)
    each?.(before, fact, state)
  }
  return state
}

/** `apply` for whoever knows the states before: it needs one of them when a conversation is taken back. */
export function applyWith(stateAt: (seq: number) => State | undefined, before: State, fact: Fact): State {
  const state = apply(before, fact)
  return fact.type === "conversation-rewound" ? rewound(state, stateAt(fact.to), fact) : state
}
