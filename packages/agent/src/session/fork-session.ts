// Forks of sessions with this library's own store format: what a fact refers to is the store's business, the rest is the session's.
import { defined } from "../base/defined.ts"
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { Store } from "../contracts/store.ts"
import { hashesIn } from "../features/transfer/hashes.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { type ForkOptions, forkSession as fork } from "./fork.ts"

interface ForkSurroundings {
  readonly clock?: Clock
  readonly ids?: Ids
  readonly secrets?: KnownSecrets
}

/**
 * Answers with the id of the new session. Nothing runs; the parent stays as it is, whoever runs it.
 *
 * @example
 * ```ts
 * import { forkSession } from "@pawl/agent/sessions"
 *
 * const copy = await forkSession(store, "order-42", { at: 12, title: "another way" })
 * ```
 */
export function forkSession(
  store: Store,
  parent: string,
  options: ForkOptions = {},
  { clock = systemClock, ids = timeIds, secrets }: ForkSurroundings = {},
): Promise<string> {
  const newId = () => ids.next()
  return fork(parent, options, { store, clock, hashesIn, newId, ...defined({ secrets }) })
}
