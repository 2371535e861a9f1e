// Signals: Ctrl-C cancels the turn, a second one exits at once. SIGTERM and SIGHUP stop the process, and so does the end of the program
// that reads its output, as of `| head`. The next process that opens the session continues the turn.
import { EXIT } from "../exit-codes.ts"
import { out } from "../terminal/screen.ts"
import { world } from "../world.ts"

/** Exit codes after these signals. */
export const STOPS = { SIGTERM: 143, SIGHUP: 129 } as const
export type StopName = keyof typeof STOPS
export const STOP_NAMES = Object.keys(STOPS) as readonly StopName[]

/** As of a program that SIGPIPE ended. */
const UNREAD = 141

export interface SignalPlan {
  /** Cancels the turn. */
  readonly cancel: () => void
  /** Closes everything, so that the process can end by itself. */
  readonly stop: () => void
}

/** `done` stops listening; `exit` is the exit code after a signal, if there was one. */
export function listenToSignals({ cancel, stop }: SignalPlan): {
  readonly done: () => void
  readonly exit: () => number | undefined
} {
  const here = world()
  let interrupted = false
  let exit: number | undefined
  const onInterrupt = () => {
    // Everything that matters is in the log already: exiting now is no worse than a crash.
    if (interrupted) here.leave(EXIT.cancelled)
    interrupted = true
    cancel()
  }
  const onStop = (signal: NodeJS.Signals) => {
    exit = STOPS[signal as StopName]
    stop()
  }
  const listenNoMore = out.onError(({ code }) => {
    if (code !== "EPIPE") return
    exit = UNREAD
    stop()
  })
  here.on("SIGINT", onInterrupt)
  for (const signal of STOP_NAMES) here.on(signal, onStop)
  return {
    done() {
      listenNoMore()
      here.off("SIGINT", onInterrupt)
      for (const signal of STOP_NAMES) here.off(signal, onStop)
    },
    exit: () => exit,
  }
}
