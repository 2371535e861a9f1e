// Ctrl-C cancels the turn, a second one leaves at once. Being told to stop leaves the turn for whoever opens the session next.
import { EXIT } from "../exit-codes.ts"
import { world } from "../world.ts"

/** What being told to stop makes us exit with. */
export const STOPS = { SIGTERM: 143, SIGHUP: 129 } as const
export type StopName = keyof typeof STOPS
export const STOP_NAMES = Object.keys(STOPS) as readonly StopName[]

export interface SignalPlan {
  /** Asks for the end of the turn. */
  readonly cancel: () => void
  /** Lets go of everything, so that the process can end by itself. */
  readonly stop: () => void
}

/** Returns the way to stop listening, and what a signal makes us exit with. */
export function listenToSignals({ cancel, stop }: SignalPlan): {
  readonly done: () => void
  readonly exit: () => number | undefined
} {
  const here = world()
  let interrupted = false
  let exit: number | undefined
  const onInterrupt = () => {
    // Everything that matters is in the log already: leaving like this is no worse than a crash.
    if (interrupted) here.leave(EXIT.cancelled)
    interrupted = true
    cancel()
  }
  const onStop = (signal: NodeJS.Signals) => {
    exit = STOPS[signal as StopName]
    stop()
  }
  here.on("SIGINT", onInterrupt)
  for (const signal of STOP_NAMES) here.on(signal, onStop)
  return {
    done() {
      here.off("SIGINT", onInterrupt)
      for (const signal of STOP_NAMES) here.off(signal, onStop)
    },
    exit: () => exit,
  }
}
