// How long to wait before the next try: longer each time, and not all clients at the same moment.

export interface Pauses {
  /** The first wait, in milliseconds; 100 unless given. */
  readonly firstMs?: number
  /** The longest wait, in milliseconds; 5000 unless given. */
  readonly maxMs?: number
}

export class Pause {
  readonly #firstMs: number
  readonly #maxMs: number
  #tries = 0

  constructor({ firstMs = 100, maxMs = 5000 }: Pauses = {}) {
    this.#firstMs = firstMs
    this.#maxMs = maxMs
  }

  /** It went well: the next failure is the first one again. */
  reset(): void {
    this.#tries = 0
  }

  /** Resolves at once when the signal is aborted. `leastMs`: what the server asked for. */
  next(signal: AbortSignal, leastMs = 0): Promise<void> {
    const most = Math.min(this.#maxMs, this.#firstMs * 2 ** this.#tries)
    this.#tries += 1
    return wait(Math.max(leastMs, most * (0.5 + Math.random() / 2)), signal)
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener("abort", done)
  })
}
