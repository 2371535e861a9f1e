// Forks a session with Pawl's own facts: binds `fork.ts` to the function that finds the blob hashes in a fact.
import { defined } from "../base/defined.ts"
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { Store } from "../contracts/store.ts"
import { blobHashesIn } from "../features/transfer/hashes.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { type ForkOptions, forkSession as fork } from "./fork.ts"

/** The clock, the ids and the secrets of a fork. */
export interface ForkSurroundings {
  readonly clock?: Clock
  readonly ids?: Ids
  readonly secrets?: KnownSecrets
  /** How many sessions an owner may have outside the archive. */
  readonly maxSessionsOf?: (owner: string | null) => Promise<number | undefined>
}

/**
 * Forks a session and returns the id of the copy. Nothing runs, and the original is unchanged, even while another
 * process runs it.
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
  surroundings: ForkSurroundings = {},
): Promise<string> {
  const { clock = systemClock, ids = timeIds, secrets, maxSessionsOf } = surroundings
  const newId = () => ids.next()
  return fork(parent, options, { store, clock, blobHashesIn, newId, ...defined({ secrets, maxSessionsOf }) })
}
