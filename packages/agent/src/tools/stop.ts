// One signal of a call for cancel and timeout, made when the tool first looks at it: a quick call never does.

export class Stop {
  readonly #outer: AbortSignal
  #own: AbortController | undefined
  #unlink: (() => void) | undefined
  #isOver = false

  constructor(outer: AbortSignal) {
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
