// The signal that stops a step, as Pawl's own code sees it. An AbortSignal is one. A step has a simpler one, because an
// AbortSignal costs more than most of what a quick step does.

export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: "abort", listener: () => void): void
  removeEventListener(type: "abort", listener: () => void): void
}

/**
 * For code that knows the platform's signals only: one that follows the step's. The same for each who asks, because a step may
 * be long and ask often, and nobody says when they no longer need it.
 */
export function abortSignalOf(stop: StopSignal): AbortSignal {
  if (stop instanceof AbortSignal) return stop
  const known = followers.get(stop)
  if (known !== undefined) return known
  const follower = new AbortController()
  followers.set(stop, follower.signal)
  if (stop.aborted) follower.abort(stop.reason)
  else stop.addEventListener("abort", () => follower.abort(stop.reason))
  return follower.signal
}

const followers = new WeakMap<StopSignal, AbortSignal>()
