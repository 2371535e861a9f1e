// Waits for an effect. Once the effect is aborted, it has GRACE_MS to end by itself.
import type { Clock } from "../../contracts/clock.ts"
import { GRACE_MS } from "../performer.ts"

/** The effect's value, or undefined when it was stopped and did not end in time. */
export async function withGrace<T>(effect: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T | undefined> {
  let cancelTimer = () => {}
  const graceOver = new Promise<undefined>((resolve) => {
    const stop = () => {
      cancelTimer = clock.after(GRACE_MS, () => resolve(undefined))
    }
    if (signal.aborted) return stop()
    signal.addEventListener("abort", stop)
    cancelTimer = () => signal.removeEventListener("abort", stop)
  })
  try {
    return await Promise.race([effect, graceOver])
  } finally {
    cancelTimer()
  }
}
