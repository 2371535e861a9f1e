// Work that must end in time: afterwards something else is true.
import type { Clock } from "../contracts/clock.ts"

export interface Deadline<T> {
  readonly ms: number
  readonly clock: Clock
  readonly late: () => T
}

/** The work's value, or what is true when it is late. The work itself goes on; tell it to stop in `late`. */
export async function within<T>(work: Promise<T>, { ms, clock, late }: Deadline<T>): Promise<T> {
  let leave = () => {}
  const tooLate = new Promise<T>((resolve) => {
    leave = clock.after(ms, () => resolve(late()))
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    leave()
  }
}
