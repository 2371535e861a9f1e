// Real time, for a scripted model that speaks no faster than people read.
import { setTimeout } from "node:timers/promises"

export const steadyClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    await setTimeout(ms, undefined, signal === undefined ? {} : { signal }).catch(() => {})
  },
}
