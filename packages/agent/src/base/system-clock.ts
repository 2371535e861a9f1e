// The real clock.
import type { Clock } from "../contracts/clock.ts"

// Longer delays overflow a timer and fire at once, so sleep in pieces.
const MAX_MS = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  async sleep(ms, signal) {
    for (let left = Math.max(0, ms); ; left -= MAX_MS) {
      await sleepOnce(Math.min(left, MAX_MS), signal, true)
      if (left <= MAX_MS || signal?.aborted === true) return
    }
  },
  after: (ms, then) => {
    const timer = setTimeout(then, Math.min(Math.max(0, ms), MAX_MS))
    return () => clearTimeout(timer)
  },
  idle: (ms, signal) => sleepOnce(Math.min(ms, MAX_MS), signal, false),
}

function sleepOnce(ms: number, signal: AbortSignal | undefined, keepsAlive: boolean): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve()
    const wake = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    if (!keepsAlive) timer.unref()
    signal?.addEventListener("abort", wake, { once: true })
  })
}
