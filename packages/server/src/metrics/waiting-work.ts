// What waits in the store for a process, in the moment in which it is asked: due sessions that nobody runs, and for how long.
import type { Store } from "@pawl/agent"
import type { DueSession } from "@pawl/agent/types"
import { gauge } from "./counts.ts"

/** A scrape must end before the one who asks gives up, whatever the store does. */
const PATIENCE_MS = 3000
const MOST = 1000
/** As long as a lease lasts without a beat. A runner that died is nobody. */
const LAPSE_MS = 10_000

/** Without a store that answers there is one number only. */
export async function waitingWork(store: Store, patienceMs = PATIENCE_MS): Promise<readonly string[]> {
  const numbers = await within(patienceMs, lookAt(store))
  const isUp = gauge("pawl_store_up", "Whether the store answers.", numbers === undefined ? 0 : 1)
  if (numbers === undefined) return isUp
  const { active, waiting, oldestSeconds } = numbers
  return [
    ...isUp,
    ...gauge("pawl_active_sessions", `Sessions with a turn under way, in all processes; at most ${MOST}.`, active),
    ...gauge("pawl_due_sessions", `Sessions that are due and that no process runs; at most ${MOST}.`, waiting),
    ...gauge("pawl_oldest_due_seconds", "How long the session that waits longest for a process is due.", oldestSeconds),
  ]
}

async function lookAt(store: Store) {
  const now = Date.now()
  const [active, due] = await Promise.all([
    store.sessions.list({ status: ["processing", "tool_loop"], limit: MOST }),
    store.sessions.due({ before: now, limit: MOST }),
  ])
  // One that a live process holds is worked on.
  const gone = await goneHolders(store, due, now)
  const waiting = due.filter(({ holder }) => holder === undefined || gone.has(holder.runner.id))
  const oldestMs = Math.max(0, ...waiting.map((each) => waitedMs(each, now)))
  return { active: active.length, waiting: waiting.length, oldestSeconds: oldestMs / 1000 }
}

/** A turn under way has waited since its last step, when it became due, and not since its message came. */
function waitedMs({ dueAt, standing }: DueSession, now: number): number {
  return Math.min(standing.waitedMs, now - dueAt)
}

async function goneHolders(store: Store, due: readonly DueSession[], now: number): Promise<ReadonlySet<string>> {
  const runners = new Set(due.flatMap(({ holder }) => (holder === undefined ? [] : [holder.runner.id])))
  const beats = await Promise.all([...runners].map(async (id) => [id, await store.leases.lastBeat(id)] as const))
  return new Set(beats.filter(([, at]) => at === undefined || now - at > LAPSE_MS).map(([id]) => id))
}

/** Undefined when it fails or takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), ms)
  const done = work.catch(() => undefined)
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
