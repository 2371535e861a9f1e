// Sets a session's title, tags, pin or archive flag, for code that has a store but no agent. Metadata is stored beside the
// log: a running turn cannot overwrite it, and is not disturbed.

import { refuseUnknown } from "../contracts/known-options.ts"
import type { MetadataChange } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import type { KnownSecrets } from "../secrets/known-secrets.ts"
import { UPDATE } from "./option-names.ts"
import { readMetadata } from "./read-input.ts"
import { missing } from "./refusals.ts"

/**
 * Sets a session's title, tags, pin or archive flag, for code that has a store but no agent.
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
  change: MetadataChange,
  secrets?: Pick<KnownSecrets, "clean">,
): Promise<void> {
  refuseUnknown("session.update", change, UPDATE, { instead: 'Write session.update({ title: "The refund" }).' })
  if (!(await store.sessions.update(id, readMetadata(change, secrets)))) throw missing(id)
}
