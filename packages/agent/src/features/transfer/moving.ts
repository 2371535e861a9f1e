// What the parts of a copy share: its two stores, and what became of each session.
import type { Clock } from "../../contracts/clock.ts"
import type { LeaseKeeper } from "../../session/lease-keeper.ts"
import type { Sides } from "./same-session.ts"

/**
 * What became of a session. `same`: it was equal before. `skipped`: it looks as an earlier copy left it, and was not compared again.
 * `running`: copied as far as it had come, and not due in the target. `refused`: the target has something else under its id.
 * `failed`: the copy is not whole. `damaged`: all that the source has of it is in the target, but the source has lost blobs.
 */
export type MoveOutcome = "copied" | "same" | "skipped" | "running" | "refused" | "failed" | "damaged"

/** What became of one session. */
export interface MovedSession {
  /** The session's id, the same on both sides. */
  readonly id: string
  /** How its copy ended. */
  readonly outcome: MoveOutcome
  /** Facts that were written. */
  readonly facts: number
  /** Blobs that were written with them. */
  readonly blobs: number
  /** Why it was refused, has failed, or is damaged. */
  readonly why?: string
}

export interface Moving extends Sides {
  /** Of the target. */
  readonly keeper: LeaseKeeper
  readonly clock: Clock
  readonly dryRun: boolean
  /** What looks as an earlier copy left it is not compared again. */
  readonly skipUnchanged: boolean
}
