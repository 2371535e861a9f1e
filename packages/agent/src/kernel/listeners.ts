// Performers that wait for a fact which they do not yield themselves: for example the answer to a question that a
// running tool asked.
import type { Draft, Fact } from "../contracts/fact.ts"
import { FACT_VERSION } from "../contracts/fact.ts"
import type { NextFact } from "./performer.ts"

interface Listener {
  readonly owner: string
  readonly isWanted: (fact: Fact) => boolean
  readonly notify: (fact: Fact) => void
}

export class Listeners {
  readonly waiting: Set<Listener> = new Set()

  /** `owner`: the key of the performer's step. */
  waiterFor(owner: string): NextFact {
    return <F extends Fact>(isWanted: (fact: Fact) => fact is F) =>
      new Promise<F>((resolve) => {
        this.waiting.add({ owner, isWanted, notify: (fact) => resolve(fact as F) })
      })
  }

  /** Whether a performer waits for this fact. */
  wants(draft: Draft): boolean {
    const fact: Fact = { v: FACT_VERSION, seq: 0, at: 0, ...draft }
    return [...this.waiting].some(({ isWanted }) => isWanted(fact))
  }

  /** Call once the facts are durable. */
  tell(facts: readonly Fact[]): void {
    for (const fact of facts) {
      for (const listener of this.waiting) {
        if (!listener.isWanted(fact)) continue
        this.waiting.delete(listener)
        listener.notify(fact)
      }
    }
  }

  remove(owner: string): void {
    for (const listener of this.waiting) if (listener.owner === owner) this.waiting.delete(listener)
  }
}
