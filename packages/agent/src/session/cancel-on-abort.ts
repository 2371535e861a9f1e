// Cancels the turn that an input became part of when the caller's signal is aborted. The signal lives in this process;
// the cancel is a command like any other, so it is carried out wherever the turn runs.
import { PawlError } from "../contracts/error.ts"

export interface Cancelling {
  /** Resolves at the end of the turn that the input became part of, and says first which turn that is. */
  readonly follow: (onTurn: (turn: number) => void) => Promise<unknown>
  /** Cancels this turn, and no later one. */
  readonly cancel: (turn: number) => Promise<void>
}

/** Resolves when the turn is over, or can no longer be followed here. Until the input begins a turn, the abort waits. */
export async function cancelOnAbort(signal: AbortSignal, { follow, cancel }: Cancelling): Promise<void> {
  let turn: number | undefined
  const onAbort = () => {
    // A cancel that cannot be stored is no news: the turn fails for the same reason, and says so.
    if (turn !== undefined) cancel(turn).catch(() => {})
  }
  signal.addEventListener("abort", onAbort)
  try {
    await follow((begun) => {
      turn = begun
      if (signal.aborted) onAbort()
    })
  } catch {
    // The caller who iterates or awaits the turn gets the same error.
  } finally {
    signal.removeEventListener("abort", onAbort)
  }
}

/** Nothing is sent for a caller that has already given up. */
export function refuseAborted(signal: AbortSignal | undefined): void {
  if (signal === undefined) return
  if (!(signal instanceof AbortSignal))
    throw new PawlError("input-invalid", 'The option "signal" must be an AbortSignal. Nothing was sent.')
  if (!signal.aborted) return
  throw new PawlError("input-aborted", "The signal was aborted before the input was sent, so nothing was sent.", {
    cause: signal.reason,
  })
}
