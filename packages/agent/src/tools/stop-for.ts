// One signal of a call for cancel and timeout, made when the tool first looks at it: a quick call never does.

export interface Stop {
  readonly signal: () => AbortSignal
  readonly abort: (reason: unknown) => void
  /** The call is over: the signal no longer follows the outer one. */
  readonly end: () => void
}

/** Linked by hand: AbortSignal.any costs more than the rest of a quick call. */
export function stopFor(outer: AbortSignal): Stop {
  let own: AbortController | undefined
  let isOver = false
  const passOn = () => own?.abort(outer.reason)
  const controller = () => {
    if (own !== undefined) return own
    own = new AbortController()
    if (outer.aborted) passOn()
    else if (!isOver) outer.addEventListener("abort", passOn)
    return own
  }
  return {
    signal: () => controller().signal,
    abort: (reason) => controller().abort(reason),
    end() {
      isOver = true
      if (own !== undefined) outer.removeEventListener("abort", passOn)
    },
  }
}
