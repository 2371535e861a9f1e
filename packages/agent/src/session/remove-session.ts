// Removes a session and its children: a child is part of its parent's work, and no other session refers to it.
import type { SessionRow } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import { childrenIn } from "../kernel/state/lists.ts"
import type { LeaseKeeper } from "./lease-keeper.ts"

/**
 * Removes a session for good, with its children; false if there is none. Children first: if the removal is interrupted,
 * the parent still names the rest.
 */
export async function removeSession(store: Store, id: string): Promise<boolean> {
  await removeAll(store, await childrenOf(store, id))
  return store.sessions.remove(id)
}

/**
 * Returns false when the session runs, has new input, or was taken out of the archive meanwhile: a
 * clean-up never loses input.
 */
export async function removeOld(
  { id, seq }: Pick<SessionRow, "id" | "seq">,
  { store, keeper, isOld }: Removing,
): Promise<boolean> {
  const lease = await keeper.acquire(id, () => {})
  if (lease === undefined) return false
  const children = await childrenOf(store, id, isOld)
  if (!(await store.sessions.remove(id, { seq, epoch: lease.epoch }))) {
    // Commands that wait in the inbox make the session due again.
    await keeper.release(id, lease.epoch, { dueAt: null, seen: 0 })
    return false
  }
  keeper.forget(id)
  // Children last, because the session may have had to stay. If this is interrupted, the next clean-up finds them:
  // they are as old.
  await removeAll(store, children)
  return true
}

interface Removing {
  readonly store: Store
  readonly keeper: LeaseKeeper
  /** Only these children are removed with it: another one may have new input. */
  readonly isOld: (child: SessionRow) => boolean
}

async function removeAll(store: Store, ids: readonly string[]): Promise<void> {
  for (const id of ids) await removeSession(store, id)
}

async function childrenOf(
  store: Store,
  id: string,
  isWanted: (child: SessionRow) => boolean = () => true,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const child of childrenIn(await store.log.read(id, 0))) {
    // A fork names the children of the original session.
    const row = await store.sessions.get(child)
    if (row?.parent === id && isWanted(row)) found.push(child)
  }
  return found
}
