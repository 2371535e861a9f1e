// What is to become durable together, while it is gathered.
import type { Clock } from "../contracts/clock.ts"
import { PawlError } from "../contracts/error.ts"
import { FACT_VERSION, type Fact } from "../contracts/fact.ts"
import type { Blob } from "../contracts/store.ts"
import { shapeProblem } from "./fact-shape.ts"
import type { Yielded } from "./performer.ts"
import type { Running } from "./running.ts"
import { apply } from "./state/apply.ts"
import type { State } from "./state/state.ts"

export class OpenBatch {
  readonly facts: Fact[] = []
  readonly consumed: string[] = []
  readonly blobs: Blob[] = []
  readonly resume: Running[] = []
  /** What ran when the turn was cancelled; what starts later belongs to the settling, or to the next turn. */
  cancelled: readonly Running[] = []

  get isEmpty(): boolean {
    return this.facts.length === 0 && this.consumed.length === 0
  }

  /** The state that knows it. */
  add(state: State, { ahead = [], fact: last, blobs = [] }: Yielded, clock: Clock): State {
    let now = state
    for (const draft of [...ahead, last]) {
      const fact: Fact = { v: FACT_VERSION, seq: now.seq + 1, at: clock.now(), ...draft }
      const problem = shapeProblem(fact, fact.type)
      if (problem !== undefined) throw unreadable(problem)
      this.facts.push(fact)
      now = apply(now, fact)
    }
    this.blobs.push(...blobs)
    return now
  }
}

/** Whoever brings something about is checked before; this is for what slipped through. A log that cannot be read is worse than a run that fails. */
function unreadable(problem: string): PawlError {
  return new PawlError(
    "fact-unreadable",
    `A fact was not stored: ${problem}. Nothing of it was written. This is a defect of what brought it about: a model, a profile, or Pawl itself.`,
  )
}
