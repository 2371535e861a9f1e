// One signal of a call for cancel and timeout, made when the tool first looks at it: a quick call never does.
import type { StopSignal } from "../contracts/stop-signal.ts"

export class Stop {
  readonly #outer: StopSignal
  #own: AbortController | undefined
  #unlink: (() => void) | undefined
  #isOver = false

  constructor(outer: StopSignal) {
    this.#outer = outer
  }

  signal(): AbortSignal {
    return this.#controller().signal
  }

  abort(reason: unknown): void {
    this.#controller().abort(reason)
  }

  /** The call is over: the signal no longer follows the outer one. */
  end(): void {
    this.#isOver = true
    this.#unlink?.()
  }

  /** Linked by hand: AbortSignal.any costs more than the rest of a quick call. */
  #controller(): AbortController {
    if (this.#own !== undefined) return this.#own
    const own = new AbortController()
    this.#own = own
    const outer = this.#outer
    const passOn = () => own.abort(outer.reason)
    if (outer.aborted) passOn()
    else if (!this.#isOver) {
      outer.addEventListener("abort", passOn)
      this.#unlink = () => outer.removeEventListener("abort", passOn)
    }
    return own
  }
}
