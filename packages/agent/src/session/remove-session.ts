// Removes a session and those it gave work to: a child is part of its parent's work, and nobody else would find it.
import type { Store } from "../contracts/store.ts"
import { childrenIn } from "../state/lists.ts"

/** Children first: if it is interrupted, the parent still names the rest. */
export async function removeSession(store: Store, id: string): Promise<boolean> {
  for (const child of childrenIn(await store.log.read(id, 0))) {
    // A fork names the children of the session it comes from.
    if ((await store.sessions.get(child))?.parent === id) await removeSession(store, child)
  }
  return store.sessions.remove(id)
}
