// Collects the facts, blobs and consumed commands that will be committed together.

import type { Blob } from "../contracts/blobs.ts"
import type { Clock } from "../contracts/clock.ts"
import type { QueuedCommand } from "../contracts/command.ts"
import { PawlError } from "../contracts/error.ts"
import { type Draft, FACT_VERSION, type Fact } from "../contracts/fact.ts"
import { shapeProblem } from "./fact-shape.ts"
import type { Yielded } from "./performer.ts"
import type { Batch } from "./run.ts"
import type { Running } from "./running.ts"
import { apply } from "./state/apply.ts"
import type { State } from "./state/state.ts"

export class OpenBatch {
  readonly facts: Fact[] = []
  readonly consumed: QueuedCommand[] = []
  readonly blobs: Blob[] = []
  readonly resume: Running[] = []
  /**
   * The performers that ran when the turn was cancelled. Performers that start later settle the cancelled turn, or
   * belong to the next one.
   */
  cancelled: readonly Running[] = []

  certain: Batch["certain"]

  /** What follows depends on a message that may be changed in the inbox until the commit. */
  endCertain(state: State): void {
    const { facts, consumed, blobs } = this
    this.certain ??= { batch: { facts: [...facts], consumed: [...consumed], blobs: [...blobs] }, state }
  }

  /** Adds the facts and returns the state after them. */
  add(state: State, { ahead = NONE, fact: last, blobs }: Yielded, clock: Clock): State {
    let now = state
    for (let at = 0; at <= ahead.length; at++) {
      const fact: Fact = { v: FACT_VERSION, seq: now.seq + 1, at: clock.now(), ...(ahead[at] ?? last) }
      const problem = shapeProblem(fact, fact.type)
      if (problem !== undefined) throw malformedFact(problem)
      this.facts.push(fact)
      now = apply(now, fact)
    }
    if (blobs !== undefined) for (const blob of blobs) this.blobs.push(blob)
    return now
  }
}

const NONE: readonly Draft[] = []

/**
 * The last check before the commit; facts should have been checked earlier. A run that fails is better than a log
 * that cannot be read.
 */
function malformedFact(problem: string): PawlError {
  return new PawlError(
    "fact-unreadable",
    `A malformed fact was not stored: ${problem}. The defect is in its source: a model adapter, a profile, or Pawl.`,
  )
}
