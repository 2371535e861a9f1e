// Loads a session's state from its snapshot, if one is readable, and the facts after it. A long log is read and
// folded in pieces, so that the rest of the process is not blocked: its leases must be kept meanwhile.
import type { Fact } from "../contracts/fact.ts"
import type { Log } from "../contracts/store.ts"
import { Folding, goalsOf } from "../kernel/state/fold.ts"
import { fromSnapshot, mayHaveSnapshot, STATE_VERSION } from "../kernel/state/snapshot.ts"
import type { State } from "../kernel/state/state.ts"
import { emptyState } from "../registry/state.ts"

export interface Loaded {
  readonly state: State
  /** The `seq` of the last snapshot. */
  readonly snapshotSeq: number
}

/** Few enough to be read and folded within some milliseconds. */
const PAGE = 1000

/** `until`: the last `seq` that is folded; all of them unless given. `head`: the last one of the log, where it is known. */
export async function load(log: Log, session: string, how: LoadHow = {}): Promise<Loaded> {
  const { until = Number.POSITIVE_INFINITY, head = Number.POSITIVE_INFINITY } = how
  const snapshot = mayHaveSnapshot(head) ? await log.readSnapshot(session, STATE_VERSION) : undefined
  const start = snapshot === undefined || snapshot.seq > until ? emptyState : fromSnapshot(snapshot)
  const { state, goals } = await foldFrom(log, session, start, { until })
  if (state.rewoundTo === undefined) return { state, snapshotSeq: start.seq }
  // The conversation was taken back to before the snapshot, or across a page: only the log holds that state. The next
  // snapshot is due at once. The facts before the snapshot may go back, too, and were not read here.
  const whole = await foldWhole(log, session, { until, ...(start.seq === 0 && { goals }) })
  return { state: whole, snapshotSeq: 0 }
}

interface LoadHow {
  readonly until?: number
  readonly head?: number
}

/** Folds the log from the beginning, followed by these facts. */
export async function foldWhole(log: Log, session: string, how: WholeFold = {}): Promise<State> {
  const { facts = [], goals, until } = how
  const known = goals ?? (await foldFrom(log, session, emptyState, { until })).goals
  const { folding } = await foldFrom(log, session, emptyState, { known: [...known, ...goalsOf(facts)], until })
  folding.add(facts)
  return folding.state
}

interface WholeFold {
  readonly facts?: readonly Fact[]
  readonly goals?: readonly number[]
  readonly until?: number | undefined
}

interface FoldHow {
  readonly known?: readonly number[]
  readonly until?: number | undefined
}

async function foldFrom(log: Log, session: string, start: State, how: FoldHow = {}) {
  const { known = [], until = Number.POSITIVE_INFINITY } = how
  const folding = new Folding(start, known)
  const goals: number[] = []
  for (;;) {
    const size = Math.min(PAGE, until - folding.state.seq)
    const page = size > 0 ? await log.read(session, folding.state.seq, size) : []
    goals.push(...goalsOf(page))
    folding.add(page)
    if (page.length < PAGE) return { folding, state: folding.state, goals }
    await nextMacrotask()
  }
}

function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
