// A session's state: from its snapshot, if one is readable, and the facts after it.
import type { Log } from "../contracts/store.ts"
import { foldFacts } from "../state/fold.ts"
import { fromSnapshot, STATE_VERSION } from "../state/snapshot.ts"
import { emptyState, type State } from "../state/state.ts"

export interface Loaded {
  readonly state: State
  /** Where the last snapshot stands. */
  readonly snapshotSeq: number
}

export async function load(log: Log, session: string): Promise<Loaded> {
  const snapshot = await log.readSnapshot(session, STATE_VERSION)
  const start = snapshot === undefined ? emptyState : fromSnapshot(snapshot)
  const state = foldFacts(await log.read(session, start.seq), start)
  if (state.rewoundTo === undefined) return { state, snapshotSeq: start.seq }
  // Taken back to before the snapshot: what it was then is in the log alone. The next snapshot is due at once.
  return { state: foldFacts(await log.read(session, 0)), snapshotSeq: 0 }
}
