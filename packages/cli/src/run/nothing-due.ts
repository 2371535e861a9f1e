// Decides when `pawl worker --once` may exit: when every due session is run by another process, or when the host that would have to
// give it sessions has been in trouble for too long.
import { setTimeout as wait } from "node:timers/promises"
import type { Store } from "@pawl/agent"
import type { HostTrouble } from "@pawl/restate"
import type { Placed } from "./other-folder.ts"
import type { Progress } from "./progress.ts"

export interface Waiting {
  readonly pollMs: number
  readonly reporter: Progress
  /** Whether this worker could run the session at all. */
  readonly isMine: (due: Placed) => boolean
  /** What keeps sessions from being run at all, as a Restate that does not answer. */
  readonly trouble?: () => HostTrouble | undefined
}

/** So many sessions are due, and nobody is given them. */
export interface Stranded {
  readonly due: number
  readonly error: unknown
}

/** A job that is started by a clock must end: the next one finds what is left. */
export const PATIENCE_MS = 30_000

/** Undefined: nothing is left to do. */
export async function untilNothingIsDue(
  store: Store,
  { pollMs, reporter, isMine, trouble = () => undefined }: Waiting,
): Promise<Stranded | undefined> {
  const beats = new Map<string, number>()
  const alive = new Set<string>()
  for (;;) {
    const due = (await store.sessions.due({ before: Date.now(), limit: MAX_DUE })).filter(isMine)
    for (const { holder } of due) {
      if (holder === undefined) continue
      const { runner, beat } = holder
      if (runner.pid !== process.pid && (beats.get(runner.id) ?? beat) !== beat) alive.add(runner.id)
      beats.set(runner.id, beat)
    }
    // Sessions of other runners do not count, but only a changing heartbeat shows that the runner is alive.
    const left = due.filter(({ id, holder }) => !reporter.hasTrouble(id) && !alive.has(holder?.runner.id ?? ""))
    if (left.length === 0 && reporter.running() === 0) return undefined
    const { since = Number.POSITIVE_INFINITY, error } = trouble() ?? {}
    if (reporter.running() === 0 && Date.now() - since >= PATIENCE_MS) return { due: left.length, error }
    await wait(pollMs)
  }
}

const MAX_DUE = 100_000
