// A session's state: from its snapshot, if one is readable, and the facts after it.
import type { Log } from "../contracts/store.ts"
import { foldFacts } from "../state/fold.ts"
import { fromSnapshot, STATE_VERSION } from "../state/snapshot.ts"
import { emptyState, type State } from "../state/state.ts"

export async function load(
  log: Log,
  session: string,
): Promise<{ readonly state: State; readonly snapshotSeq: number }> {
  const snapshot = await log.readSnapshot(session, STATE_VERSION)
  const start = snapshot === undefined ? emptyState : fromSnapshot(snapshot)
  const state = foldFacts(await log.read(session, start.seq), start)
  return { state, snapshotSeq: start.seq }
}
