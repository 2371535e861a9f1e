// Names, pins and archives a session for whoever has a store and no agent. It stands beside the log: a turn that runs cannot
// overwrite it, and is not disturbed.
import type { Metadata, Store } from "../contracts/store.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { readMetadata } from "./read-input.ts"
import { missing } from "./refusals.ts"

/**
 * Names, pins or archives a session, for whoever has a store and no agent.
 *
 * @example
 * ```ts
 * import { updateSession } from "@pawl/agent/sessions"
 *
 * await updateSession(store, "order-42", { title: "The refund", pinned: true })
 * ```
 */
export async function updateSession(
  store: Store,
  id: string,
  metadata: Partial<Metadata>,
  secrets?: Pick<KnownSecrets, "clean">,
): Promise<void> {
  if (!(await store.sessions.update(id, readMetadata(metadata, secrets)))) throw missing(id)
}
