// Work that must end in time: afterwards something else is true.
import type { Clock } from "../contracts/clock.ts"

export interface Deadline<T> {
  readonly ms: number
  readonly clock: Clock
  readonly late: () => T
}

/** The work's value, or what is true when it is late. The work itself goes on; tell it to stop in `late`. */
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

/** What the work itself may do to its deadline. */
export interface Mover {
  /** It gets on: the deadline counts from now, but never past `mostMs` in all. */
  extend(): void
  /** The deadline stands still until the way out is taken: somebody else has to act first. */
  hold(): () => void
}

export interface MovingDeadline<T> extends Omit<Deadline<T>, "late"> {
  /** However often it is extended. */
  readonly mostMs?: number
  /** `afterMs`: the limit that was met. */
  readonly late: (afterMs: number) => T
}

/** As `within`, for work that can say that it gets on. */
export async function withinMoving<T>(
  work: (mover: Mover) => Promise<T>,
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
  const mover: Mover = {
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
    // What is called afterwards must not start a timer that nobody stops.
    holders = Number.POSITIVE_INFINITY
    cancelTimer()
  }
}
