// Warns the user when no worker has taken up the message after a while.
import type { Event } from "@pawl/agent"
import { warn } from "../failure.ts"

const TOLD_AFTER_MS = 1000

export interface WaitForWorker {
  /** The message is durable now. */
  begin(): void
  /** Any event of the turn shows that a worker has taken it up. */
  readonly onEvent: (event: Event) => void
}

export function waitForWorker(session: string): WaitForWorker {
  let timer: NodeJS.Timeout | undefined
  return {
    begin() {
      timer = setTimeout(
        () => warn(`${NO_WORKER} Press Ctrl-C to stop waiting; the message is stored in session ${session}.`),
        TOLD_AFTER_MS,
      )
      // The timer must not keep the process alive.
      timer.unref()
    },
    onEvent: () => clearTimeout(timer),
  }
}

const NO_WORKER =
  'No worker has taken this up so far. Start one in this folder with "pawl worker", or run it here with --runner here.'
