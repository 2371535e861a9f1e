// Cancels a turn from outside the agent: asks the process that runs it, or ends it here if none
// does, without running anything.
import { timeIds } from "../base/ids.ts"
import { systemClock } from "../base/system-clock.ts"
import type { Clock, Ids } from "../contracts/clock.ts"
import type { Store } from "../contracts/store.ts"
import { columnsOf } from "../kernel/state/columns.ts"
import { isRunning, openCalls } from "../kernel/state/state.ts"
import { endOpen } from "./end-open.ts"
import { LeaseKeeper } from "./lease-keeper.ts"
import { load } from "./load.ts"
import { missing } from "./refusals.ts"
import { identify } from "./runner-identity.ts"

/** `asked`: another process runs the turn and was asked to cancel it. `nothing`: no turn is under way. */
export type Cancelled = "cancelled" | "asked" | "nothing"

/**
 * Cancels the turn that is under way, for code that has a store but no agent.
 *
 * @example
 * ```ts
 * import { cancelSession } from "@pawl/agent/sessions"
 *
 * if ((await cancelSession(store, "order-42")) === "nothing") console.log("Nothing runs.")
 * ```
 */
export async function cancelSession(
  store: Store,
  id: string,
  options: { readonly clock?: Clock; readonly ids?: Ids } = {},
): Promise<Cancelled> {
  const { clock = systemClock, ids = timeIds } = options
  const keeper = new LeaseKeeper(store.leases, identify(ids), clock, { beatMs: 1000, lapseMs: 10_000 })
  try {
    return await cancel(id, { store, keeper, clock, ids })
  } finally {
    await keeper.close()
  }
}

interface Ports {
  readonly store: Store
  readonly keeper: LeaseKeeper
  readonly clock: Clock
  readonly ids: Ids
}

async function cancel(id: string, ports: Ports): Promise<Cancelled> {
  const { store, keeper, clock, ids } = ports
  const row = await store.sessions.get(id)
  if (row === undefined) throw missing(id)
  if (row.status === "idle" || row.status === "failed") return "nothing"
  const command = ids.next()
  const lease = await keeper.acquire(id, () => {})
  if (lease === undefined) {
    await store.inbox.enqueue(id, { kind: "cancel", id: command })
    return "asked"
  }
  try {
    const { state: before } = await load(store.log, id)
    if (!isRunning(before.turn)) return "nothing"
    for (const { child } of openCalls(before.turn)) if (child !== undefined) await cancelChild(child, ports)
    const { ends, state } = endOpen(before, { at: clock.now(), command, how: "cancelled" })
    const { epoch, seq: expectedSeq } = lease
    const columns = columnsOf(state)
    const appended = await store.log.append({ session: id, epoch, expectedSeq, facts: ends, columns })
    return appended.ok ? "cancelled" : "nothing"
  } finally {
    // Commands that wait in the inbox make the session due again.
    await keeper.release(id, lease.epoch, { dueAt: null, seen: 0 })
  }
}

/** The child's result is no longer needed. The child may never have been created. */
async function cancelChild(id: string, ports: Ports): Promise<void> {
  if ((await ports.store.sessions.get(id)) !== undefined) await cancel(id, ports)
}
