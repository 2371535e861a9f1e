// Removes a session and those it gave work to: a child is part of its parent's work, and nobody else would find it.
import type { SessionRow, Store } from "../contracts/store.ts"
import { childrenIn } from "../kernel/state/lists.ts"
import type { LeaseKeeper } from "./lease-keeper.ts"

/** Children first: if it is interrupted, the parent still names the rest. */
export async function removeSession(store: Store, id: string): Promise<boolean> {
  await removeAll(store, await childrenOf(store, id))
  return store.sessions.remove(id)
}

/** False when it is run, or spoken to, or taken from the archive by then: what was said is never lost to a clean-up. */
export async function removeOld(
  { id, seq }: Pick<SessionRow, "id" | "seq">,
  { store, keeper, isOld }: Removing,
): Promise<boolean> {
  const lease = await keeper.acquire(id, () => {})
  if (lease === undefined) return false
  const children = await childrenOf(store, id, isOld)
  if (!(await store.sessions.remove(id, { seq, epoch: lease.epoch }))) {
    // What waits in the inbox makes it due again.
    await keeper.release(id, lease.epoch, { dueAt: null, seen: 0 })
    return false
  }
  keeper.forget(id)
  // After it, as it may have had to stay. If this is interrupted, the next clean-up finds them: they are as old.
  await removeAll(store, children)
  return true
}

interface Removing {
  readonly store: Store
  readonly keeper: LeaseKeeper
  /** Of its children only these go with it: somebody may have spoken to one of them since. */
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
    // A fork names the children of the session it comes from.
    const row = await store.sessions.get(child)
    if (row?.parent === id && isWanted(row)) found.push(child)
  }
  return found
}
