// A lease's holder, read from a session's row joined with its runner's row.
import type { Holder } from "../../contracts/leases.ts"

export interface HolderColumns {
  readonly epoch: number
  readonly runner: string | null
  readonly pid: number | null
  readonly boot: string | null
  readonly started: string | null
  readonly beat: number | null
}

/** Undefined when the runner has left: its row is gone, even if the session's row still names it. */
export function toHolder({ epoch, runner, pid, boot, started, beat }: HolderColumns): Holder | undefined {
  if (runner === null || pid === null || boot === null || started === null || beat === null) return undefined
  return { runner: { id: runner, pid, boot, started }, epoch, beat }
}
