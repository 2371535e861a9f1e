// Decides when `pawl worker --once` may exit: when every due session is run by another process.
import { setTimeout as wait } from "node:timers/promises"
import type { Store } from "@pawl/agent"
import type { Placed } from "./other-folder.ts"
import type { Progress } from "./progress.ts"

export interface Waiting {
  readonly pollMs: number
  readonly reporter: Progress
  /** Whether this worker could run the session at all. */
  readonly isMine: (due: Placed) => boolean
}

export async function untilNothingIsDue(store: Store, { pollMs, reporter, isMine }: Waiting): Promise<void> {
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
    if (left.length === 0 && reporter.running() === 0) return
    await wait(pollMs)
  }
}

const MAX_DUE = 100_000
