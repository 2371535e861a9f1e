// Forks of sessions with this library's own store format: what a fact refers to is the store's business, the rest is the session's.
import type { Clock, Ids } from "./contracts/clock.ts"
import type { Store } from "./contracts/store.ts"
import { type ForkOptions, forkSession as fork } from "./session/fork.ts"
import { timeIds } from "./session/ids.ts"
import { systemClock } from "./session/system-clock.ts"
import { hashesIn } from "./store/transfer/hashes.ts"

/** Answers with the id of the new session. Nothing runs; the parent stays as it is, whoever runs it. */
export function forkSession(
  store: Store,
  parent: string,
  options: ForkOptions = {},
  { clock = systemClock, ids = timeIds }: { readonly clock?: Clock; readonly ids?: Ids } = {},
): Promise<string> {
  return fork(parent, options, { store, clock, hashesIn, newId: () => ids.next() })
}
