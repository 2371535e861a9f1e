// fold(facts): a session's state from its log, or from a snapshot and what came after it.
import { definitionOf, type Fact } from "../../registry/facts.ts"
import { emptyState, type State } from "../../registry/state.ts"
import { apply } from "./apply.ts"

type Each = (before: State, fact: Fact, after: State) => void

/**
 * `each` sees the state before and after every fact. A conversation that was taken back to before `from` leaves `rewoundTo`
 * in the state: then only a fold from the log's beginning is whole.
 */
export function foldFacts(facts: readonly Fact[], from: State = emptyState, each?: Each): State {
  const folding = new Folding(from, goalsOf(facts))
  folding.add(facts, each)
  return folding.state
}

/** The facts that conversations were taken back to: a fold has to remember the state at each. */
export function goalsOf(facts: readonly Fact[]): readonly number[] {
  return facts.flatMap((fact) => goalOf(fact) ?? [])
}

function goalOf(fact: Fact): number | undefined {
  return definitionOf(fact).goesBack?.to(fact)
}

/** A fold that goes on: the log of a long session comes in pieces. */
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

  /** Taken back to where nobody looked, or to before the beginning: the state says so. */
  #isKnown(fact: Fact): boolean {
    const to = goalOf(fact)
    return to === undefined || (to >= this.#from && (this.#goals.has(to) || to === this.#from))
  }
}

/** `apply` for whoever knows the states before: it needs one of them when a conversation is taken back. */
export function applyWith(stateAt: (seq: number) => State | undefined, before: State, fact: Fact): State {
  const state = apply(before, fact)
  const { goesBack } = definitionOf(fact)
  return goesBack === undefined ? state : goesBack.fold(state, stateAt(goesBack.to(fact)), fact)
}
