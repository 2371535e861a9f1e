// What is left to a worker waits until there is one: whoever waits for the answer should know.
import type { Event } from "@pawl/agent"
import { warn } from "../failure.ts"

const TOLD_AFTER_MS = 1000

export interface WaitForWorker {
  /** It is on disk now. */
  begin(): void
  /** Whatever happens in the turn, somebody has taken it up. */
  readonly hear: (event: Event) => void
}

export function waitForWorker(session: string): WaitForWorker {
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      timer = setTimeout(() => warn(`${NOBODY} Ctrl-C leaves; it is on disk as session ${session}.`), TOLD_AFTER_MS)
      // Who leaves before does not have to wait for it.
      timer.unref()
    },
    hear: () => clearTimeout(timer),
  }
}

const NOBODY =
  'No worker has taken this up so far. Start one in this folder with "pawl worker", or run it here with --runner here.'
