// Stores a fold as JSON, to open long sessions fast. A snapshot may be deleted at any time: the log
// can always be folded again.
import type { Snapshot } from "../../contracts/store.ts"
import { toArray } from "./grow-list.ts"
import type { State } from "./state.ts"

/**
 * Raise it whenever `apply` or `State` changes meaning, so that older snapshots are ignored. A golden test reminds you.
 */
export const STATE_VERSION = 20

export function toSnapshot(state: State): Snapshot {
  const body = JSON.stringify({ ...state, history: toArray(state.history) })
  return { seq: state.seq, version: STATE_VERSION, body }
}

export function fromSnapshot(snapshot: Snapshot): State {
  const parsed = JSON.parse(snapshot.body) as Omit<State, "history"> & { history: State["history"]["items"] }
  return { ...parsed, history: { items: parsed.history, length: parsed.history.length } }
}

/** No shorter log has a snapshot. */
const FIRST_AT = 1000

/**
 * Rare enough that writing snapshots has a constant cost per fact: after 1,000 facts, then each time the log has
 * grown by a fifth.
 */
export function snapshotDue(seq: number, lastSnapshot: number): boolean {
  return seq - lastSnapshot >= Math.max(FIRST_AT, lastSnapshot / 5)
}

/** Whether a log of this length may have one, so that others are not asked for it. */
export function mayHaveSnapshot(head: number): boolean {
  return head >= FIRST_AT
}
