// Deadlines for promises: when the work is late, a fallback value is returned instead.
import type { Clock } from "../contracts/clock.ts"

export interface Deadline<T> {
  readonly ms: number
  readonly clock: Clock
  readonly late: () => T
}

/** The work's value, or the value of `late` once `ms` have passed. The work itself goes on; stop it in `late`. */
export async function within<T>(work: Promise<T>, { ms, clock, late }: Deadline<T>): Promise<T> {
  let cancelTimer = () => {}
  const tooLate = new Promise<T>((resolve) => {
    cancelTimer = clock.after(ms, () => resolve(late()))
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    cancelTimer()
  }
}

/** How the work itself can move its deadline. */
export interface DeadlineControl {
  /** Reports progress: the deadline starts anew, but never goes past `mostMs` in total. */
  extend(): void
  /** Stops the deadline while the work waits for a person or a model, until the returned function is called. */
  hold(): () => void
}

export interface MovingDeadline<T> extends Omit<Deadline<T>, "late"> {
  /** The limit in total, however often the deadline is extended. */
  readonly mostMs?: number
  /** `afterMs`: the limit that was reached. */
  readonly late: (afterMs: number) => T
}

/** As `within`, for work that can report progress. */
export async function withinExtendable<T>(
  work: (mover: DeadlineControl) => Promise<T>,
  { ms, mostMs = ms, clock, late }: MovingDeadline<T>,
): Promise<T> {
  const began = clock.monotonic()
  let holders = 0
  let heldSince = 0
  let heldMs = 0
  let cancelTimer = () => {}
  let fire: (afterMs: number) => void = () => {}
  const tooLate = new Promise<T>((resolve) => {
    fire = (afterMs) => resolve(late(afterMs))
  })
  const arm = () => {
    cancelTimer()
    const left = mostMs + heldMs - (clock.monotonic() - began)
    cancelTimer = clock.after(Math.min(ms, left), () => fire(left < ms ? mostMs : ms))
  }
  const release = () => {
    holders -= 1
    if (holders > 0) return
    heldMs += clock.monotonic() - heldSince
    arm()
  }
  const mover: DeadlineControl = {
    extend: () => holders > 0 || arm(),
    hold() {
      if (holders === 0) heldSince = clock.monotonic()
      holders += 1
      cancelTimer()
      let isHeld = true
      return () => {
        if (isHeld) release()
        isHeld = false
      }
    },
  }
  arm()
  try {
    return await Promise.race([work(mover), tooLate])
  } finally {
    // A call of `extend` or of a release function from now on must not start a timer: nothing would stop it.
    holders = Number.POSITIVE_INFINITY
    cancelTimer()
  }
}
