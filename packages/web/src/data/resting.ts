// Where no WebSocket gets through, each stream takes one of the six connections that a browser has to a host. So a tab out of sight lets go
// of its own, and goes on where it was when it is shown. The one that gives notifications goes on hearing the news.
import type { ConnectOptions } from "@pawl/client"
import { Observable } from "./observable.ts"

/** Of all tabs one gives notifications. */
export const isNotifier = new Observable(false)

export const resting: NonNullable<ConnectOptions["resting"]> = {
  isResting: (stream) => document.hidden && !(isNotifier.get() && "all" in stream && stream.owner === undefined),
  subscribe: (changed) => {
    document.addEventListener("visibilitychange", changed)
    const stop = isNotifier.subscribe(changed)
    return () => {
      document.removeEventListener("visibilitychange", changed)
      stop()
    }
  },
}
