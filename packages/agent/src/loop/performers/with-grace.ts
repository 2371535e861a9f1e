// Waits for an effect; once it is told to stop, it has a second to end by itself.
import type { Clock } from "../../contracts/clock.ts"
import { GRACE_MS } from "../performer.ts"

/** The effect's value, or undefined when it was stopped and did not end in time. */
export async function withGrace<T>(effect: Promise<T>, signal: AbortSignal, clock: Clock): Promise<T | undefined> {
  const done = new AbortController()
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener("abort", () => resolve(), { once: true, signal: done.signal })
  })
  const graceOver = stopped.then(() => (done.signal.aborted ? undefined : clock.sleep(GRACE_MS, done.signal)))
  try {
    return await Promise.race([effect, graceOver.then(() => undefined)])
  } finally {
    // A reason of our own spares the making of a DOMException with its stack, on every call.
    done.abort("done")
  }
}
