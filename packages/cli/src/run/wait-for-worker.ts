// Warns the user when no worker has taken up the message after a while.
import type { Event } from "@pawl/agent"
import type { Settings } from "../config/settings.ts"
import { warn } from "../failure.ts"
import { restateAway } from "./restate-away.ts"

const TOLD_AFTER_MS = 1000

export interface WaitForWorker {
  /** The message is durable now. */
  begin(): void
  /** Any event of the turn shows that a worker has taken it up. */
  readonly onEvent: (event: Event) => void
}

export function waitForWorker(session: string, settings: Pick<Settings, "restate">): WaitForWorker {
  const takenUp = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const tell = async () => {
    const away = await restateAway(settings, takenUp.signal)
    if (takenUp.signal.aborted) return
    const why = away === undefined ? NO_WORKER : `No worker is given this so far: it waits for ${away}.`
    warn(`${why} Press Ctrl-C to stop waiting; the message is stored in session ${session}.`)
  }
  return {
    begin() {
      timer = setTimeout(() => void tell(), TOLD_AFTER_MS)
      // The timer must not keep the process alive.
      timer.unref()
    },
    onEvent() {
      clearTimeout(timer)
      takenUp.abort()
    },
  }
}

const NO_WORKER =
  'No worker has taken this up so far. Start one in this folder with "pawl worker", or run it here with --runner here.'
