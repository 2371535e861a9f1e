// Signals of a server or worker: the first asks it to end in order, the second makes it leave at once.
import { EXIT } from "../exit-codes.ts"
import { world } from "../world.ts"

const CODES = { SIGTERM: 143, SIGINT: EXIT.cancelled, SIGHUP: 129 } as const

export function endSignals(): { readonly asked: Promise<void>; readonly done: () => void } {
  const names = Object.keys(CODES) as readonly (keyof typeof CODES)[]
  const here = world()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  let isAsked = false
  const onSignal = (signal: NodeJS.Signals) => {
    // Everything that matters is in the log already: exiting now is no worse than a crash.
    if (isAsked) here.leave(CODES[signal as keyof typeof CODES])
    isAsked = true
    ask()
  }
  for (const name of names) here.on(name, onSignal)
  return {
    asked,
    done: () => {
      for (const name of names) here.off(name, onSignal)
    },
  }
}
