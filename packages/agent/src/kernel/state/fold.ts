// fold(facts): computes a session's state from its log, or from a snapshot and the facts after it.
import { definitionOf, type Fact } from "../../registry/facts.ts"
import { emptyState, type State } from "../../registry/state.ts"
import { apply } from "./apply.ts"

type Each = (before: State, fact: Fact, after: State) => void

/**
 * `each` gets the state before and after every fact. If the conversation was taken back to before `from`, the state
 * has `rewoundTo`: then only a fold from the beginning of the log is complete.
 */
export function foldFacts(facts: readonly Fact[], from: State = emptyState, each?: Each): State {
  const folding = new Folding(from, goalsOf(facts))
  folding.add(facts, each)
  return folding.state
}

/** The `seq`s that conversations were taken back to: a fold has to keep the state at each of them. */
export function goalsOf(facts: readonly Fact[]): readonly number[] {
  return facts.flatMap((fact) => goalOf(fact) ?? [])
}

function goalOf(fact: Fact): number | undefined {
  return definitionOf(fact).rewinds?.to(fact)
}

/** An incremental fold: the log of a long session is read in pieces. */
export class Folding {
  readonly #past: Map<number, State>
  readonly #goals: ReadonlySet<number>
  readonly #from: number
  #state: State

  constructor(from: State = emptyState, goals: readonly number[] = []) {
    this.#past = new Map([[from.seq, from]])
    this.#goals = new Set(goals)
    this.#from = from.seq
    this.#state = from
  }

  get state(): State {
    return this.#state
  }

  add(facts: readonly Fact[], each?: Each): void {
    for (const fact of facts) {
      const before = this.#state
      this.#state = this.#isKnown(fact) ? applyWith((seq) => this.#past.get(seq), before, fact) : apply(before, fact)
      if (this.#goals.has(fact.seq)) this.#past.set(fact.seq, this.#state)
      each?.(before, fact, this.#state)
    }
  }

  /** False when the conversation was taken back to a fact whose state was not kept, or to before `from`. */
  #isKnown(fact: Fact): boolean {
    const to = goalOf(fact)
    return to === undefined || (to >= this.#from && (this.#goals.has(to) || to === this.#from))
  }
}

/** `apply` for callers that can supply earlier states: one of them is needed when a conversation is taken back. */
export function applyWith(stateAt: (seq: number) => State | undefined, before: State, fact: Fact): State {
  const state = apply(before, fact)
  const { rewinds } = definitionOf(fact)
  return rewinds === undefined ? state : rewinds.fold(state, stateAt(rewinds.to(fact)), fact)
}
