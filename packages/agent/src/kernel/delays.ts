// Holds back steps that must not start yet. Once a step has been seen, its wait is measured by the monotonic clock,
// which never jumps.
import type { Clock } from "../contracts/clock.ts"
import { type ActiveStep, definitionOf } from "../registry/steps.ts"
import type { AnyStep } from "./define-step.ts"

export interface DelayPorts {
  readonly clock: Clock
  /** Called when the next request has to wait until this time. */
  onWait?(until: number): void
  /** The session was parked and is due again: if the clock was set back in the meantime, its wait is over anyway. */
  readonly isDue?: boolean
}

interface Delay {
  readonly notBefore: number
  /** By the monotonic clock. */
  readonly until: number
}

const NONE: ReadonlyMap<string, Delay> = new Map()

export class Delays {
  readonly #ports: DelayPorts
  /** By step key: the delays of the steps that were wanted last. */
  known = NONE

  constructor(ports: DelayPorts) {
    this.#ports = ports
  }

  /** For steps that have a `notBefore`: those that may start, and how long until the first of the others may. */
  sort(steps: readonly ActiveStep[]): { readonly ready: readonly ActiveStep[]; readonly wakeIn: number | undefined } {
    const known = new Map<string, Delay>()
    const ready: ActiveStep[] = []
    let wakeIn: number | undefined
    for (const step of steps) {
      const delay = this.#delayOf(step)
      const waitMs = delay.until - this.#ports.clock.monotonic()
      known.set(step.key, delay)
      if (waitMs > 0) wakeIn = Math.min(wakeIn ?? waitMs, waitMs)
      else ready.push(step)
    }
    this.known = known
    return { ready, wakeIn }
  }

  #delayOf(step: ActiveStep): Delay {
    const { key, notBefore = 0, waitMs = Number.POSITIVE_INFINITY }: AnyStep = step
    const known = this.known.get(key)
    if (known?.notBefore === notBefore) return known
    const { clock, onWait, isDue } = this.#ports
    if (definitionOf(step).waits === "told" && notBefore > clock.now()) onWait?.(notBefore)
    const left = Math.max(0, notBefore - clock.now())
    // More time is left than the wait was meant to last, so the clock was set back. Wait no longer than intended.
    const wait = left <= waitMs ? left : isDue === true ? 0 : waitMs
    return { notBefore, until: clock.monotonic() + wait }
  }
}
