// Stops one step, once: tells those that listen at that time, in the order in which they began to.
import type { StopSignal } from "../contracts/stop-signal.ts"
import type { StopReason } from "./performer.ts"

export class StepStop<Reason = StopReason> implements StopSignal {
  aborted = false
  reason: Reason | undefined
  #listeners: (() => void)[] = []

  addEventListener(_type: "abort", listener: () => void): void {
    if (this.aborted || this.#listeners.includes(listener)) return
    // Most have one. Pushing to an empty list makes room for sixteen more.
    if (this.#listeners.length === 0) this.#listeners = [listener]
    else this.#listeners.push(listener)
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    const at = this.#listeners.indexOf(listener)
    if (at >= 0) this.#listeners.splice(at, 1)
  }

  abort(reason: Reason): void {
    if (this.aborted) return
    this.aborted = true
    this.reason = reason
    // Those that stop listening because another one was told are not told.
    for (let next = this.#listeners.shift(); next !== undefined; next = this.#listeners.shift()) next()
  }
}
