// The queue of sessions that wait for a runner: what a turn may say of its priority, and how that counts against waiting time.

/** How soon a turn is to run when more sessions wait than can run. */
export type Priority = "low" | "normal" | "high"

export const PRIORITIES: readonly Priority[] = ["low", "normal", "high"]

/** What decides when a session that waits is run. */
export interface Standing {
  /** Its owner; null if it has none. */
  readonly owner: string | null
  /** The priority of its turn. */
  readonly priority: Priority
  /**
   * There is more to it than a new message: a turn of it is under way, a person has settled or cancelled something, or it works
   * for another session.
   */
  readonly goesOn: boolean
  /** It works for another session. */
  readonly isChild: boolean
  /** How long it has waited for a runner, by the clock of the store: clocks of machines are not compared. */
  readonly waitedMs: number
}

/**
 * Priorities are head starts in waiting time, and no ranks: however many others come, a session that waits gets older than all of
 * theirs. The store's lists use the same numbers.
 */
export const HEAD_START_MS: Readonly<Record<Priority, number>> = { low: -1_800_000, normal: 0, high: 300_000 }

/** What has begun is finished before more is begun: a person may be waiting for it. */
export const GOES_ON_MS = 3_600_000

export function headStartOf({ priority, goesOn }: Pick<Standing, "priority" | "goesOn">): number {
  return HEAD_START_MS[priority] + (goesOn ? GOES_ON_MS : 0)
}
