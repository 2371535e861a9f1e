// The signal that stops a step, as Pawl's own code sees it. An AbortSignal is one. A step has a simpler one, because an
// AbortSignal costs more than most of what a quick step does.

export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: "abort", listener: () => void): void
  removeEventListener(type: "abort", listener: () => void): void
}

/** For code that knows the platform's signals only: one that follows the step's. */
export function abortSignalOf(stop: StopSignal): AbortSignal {
  if (stop instanceof AbortSignal) return stop
  const followed = new AbortController()
  if (stop.aborted) followed.abort(stop.reason)
  else stop.addEventListener("abort", () => followed.abort(stop.reason))
  return followed.signal
}
