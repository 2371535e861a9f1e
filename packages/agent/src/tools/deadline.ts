// Deadlines for promises: when the work is late, a fallback value is returned instead.
import type { Soon } from "../base/at-hand.ts"
import type { Clock } from "../contracts/clock.ts"

export interface Deadline<T> {
  readonly ms: number
  readonly clock: Clock
  readonly late: () => T
}

/** The work's value, at once if it is at hand, or the value of `late` once `ms` have passed. The work itself goes on; stop it in `late`. */
export function within<T>(work: Soon<T>, { ms, clock, late }: Deadline<T>): Soon<T> {
  if (!(work instanceof Promise)) return work
  return new Promise<T>((resolve, reject) => {
    const cancelTimer = clock.after(ms, () => resolve(late()))
    work.then(resolve, reject).then(cancelTimer)
  })
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

/** As `within`, for work that can report progress. A timer is needed only for work that does not end at once. */
export function withinExtendable<T>(
  work: (mover: DeadlineControl) => Soon<T>,
  { ms, mostMs = ms, clock, late }: MovingDeadline<T>,
): Soon<T> {
  const began = clock.monotonic()
  let since = began
  let holders = 0
  let heldSince = 0
  let heldMs = 0
  let cancelTimer = () => {}
  let fire: (afterMs: number) => void = () => {}
  const arm = () => {
    cancelTimer()
    const now = clock.monotonic()
    const left = mostMs + heldMs - (now - began)
    cancelTimer = clock.after(Math.min(ms - (now - since), left), () => fire(left < ms ? mostMs : ms))
  }
  const armAnew = () => {
    since = clock.monotonic()
    arm()
  }
  const release = () => {
    holders -= 1
    if (holders > 0) return
    heldMs += clock.monotonic() - heldSince
    armAnew()
  }
  const mover: DeadlineControl = {
    extend: () => holders > 0 || armAnew(),
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
  const end = () => {
    // A call of `extend` or of a release function from now on must not start a timer: nothing would stop it.
    holders = Number.POSITIVE_INFINITY
    cancelTimer()
  }
  const working = work(mover)
  if (!(working instanceof Promise)) {
    end()
    return working
  }
  return new Promise<T>((resolve, reject) => {
    fire = (afterMs) => {
      end()
      resolve(late(afterMs))
    }
    if (holders === 0) arm()
    working.then(resolve, reject).then(end)
  })
}
