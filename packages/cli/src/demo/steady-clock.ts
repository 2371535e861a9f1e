// A real-time clock, so that a scripted model writes no faster than people read.
import { setTimeout } from "node:timers/promises"

export const steadyClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
  },
}
