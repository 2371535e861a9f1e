// Stops one step, once: tells those that listen at that time, in the order in which they began to.
import type { StopSignal } from "../contracts/stop-signal.ts"
import type { StopReason } from "./performer.ts"

export class StepStop implements StopSignal {
  aborted = false
  reason: StopReason | undefined
  /** Most steps have one listener at most. */
  #listeners: readonly (() => void)[] = NOBODY

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.aborted || this.#listeners.includes(listener)) return
    this.#listeners = [...this.#listeners, listener]
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    if (this.#listeners.includes(listener)) this.#listeners = this.#listeners.filter((each) => each !== listener)
  }

  abort(reason: StopReason): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    const told = this.#listeners
    this.#listeners = NOBODY
    for (const listener of told) listener()
  }
}

const NOBODY: readonly (() => void)[] = []
