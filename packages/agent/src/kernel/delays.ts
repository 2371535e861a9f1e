// Steps that may not begin yet. How long one has to wait is measured, once it was seen, by the clock that never jumps.
import type { Clock } from "../contracts/clock.ts"
import { type ActiveStep, definitionOf } from "../registry/steps.ts"
import type { AnyStep } from "./define-step.ts"

export interface DelayPorts {
  readonly clock: Clock
  /** The next request has to wait until then. */
  onWait?(until: number): void
  /** The session was parked, and its time has come: where the clock was set back, that wait is over. */
  readonly isDue?: boolean
}

interface Delay {
  readonly notBefore: number
  /** By the clock that never jumps. */
  readonly until: number
}

export class Delays {
  readonly #ports: DelayPorts
  /** By key, of what was wanted last. */
  #known: ReadonlyMap<string, Delay> = new Map()

  constructor(ports: DelayPorts) {
    this.#ports = ports
  }

  /** Which of these may begin, and how long the first of the others has to wait. */
  sort(steps: readonly ActiveStep[]): { readonly ready: readonly ActiveStep[]; readonly wakeIn: number | undefined } {
    const known = new Map<string, Delay>()
    const ready: ActiveStep[] = []
    let wakeIn: number | undefined
    for (const step of steps) {
      const delay = this.#delayOf(step)
      const waitMs = delay === undefined ? 0 : delay.until - this.#ports.clock.monotonic()
      if (delay !== undefined) known.set(step.key, delay)
      if (waitMs > 0) wakeIn = Math.min(wakeIn ?? waitMs, waitMs)
      else ready.push(step)
    }
    this.#known = known
    return { ready, wakeIn }
  }

  #delayOf(step: ActiveStep): Delay | undefined {
    const { key, notBefore = 0, waitMs = Number.POSITIVE_INFINITY }: AnyStep = step
    if (notBefore === 0) return undefined
    const known = this.#known.get(key)
    if (known?.notBefore === notBefore) return known
    const { clock, onWait, isDue } = this.#ports
    if (definitionOf(step).waits === "told" && notBefore > clock.now()) onWait?.(notBefore)
    const left = Math.max(0, notBefore - clock.now())
    // Longer than it was meant to be: the clock was set back. Nobody waits for that.
    const wait = left <= waitMs ? left : isDue === true ? 0 : waitMs
    return { notBefore, until: clock.monotonic() + wait }
  }
}
