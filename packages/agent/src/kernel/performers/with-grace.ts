// Waits for an effect. Once the effect is aborted, it has GRACE_MS to end by itself.

import type { Soon } from "../../base/at-hand.ts"
import type { Clock } from "../../contracts/clock.ts"
import type { StopSignal } from "../../contracts/stop-signal.ts"
import { GRACE_MS } from "../performer.ts"

/** The effect's value, at once if it is at hand, or undefined when it was stopped and did not end in time. */
export function withGrace<T>(effect: Soon<T>, signal: StopSignal, clock: Clock): Soon<T | undefined> {
  if (!(effect instanceof Promise)) return effect
  return new Promise<T | undefined>((resolve, reject) => {
    let stopWaiting = () => signal.removeEventListener("abort", stop)
    const stop = () => {
      stopWaiting = clock.after(GRACE_MS, () => resolve(undefined))
    }
    if (signal.aborted) stop()
    else signal.addEventListener("abort", stop)
    const ended = (settle: () => void) => {
      stopWaiting()
      settle()
    }
    effect.then(
      (value) => ended(() => resolve(value)),
      (error: unknown) => ended(() => reject(error)),
    )
  })
}
