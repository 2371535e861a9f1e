// What waits for a runner in the memory store, and in which order.
import { headStartOf, type Standing } from "../../contracts/queue.ts"
import { isActive, type OwnerQueue, type StoreQueue } from "../admit.ts"
import type { Entry, Tables } from "./tables.ts"

export function standingOf({ row, inbox, priority = "normal", queuedAt }: Entry): Standing {
  const isChild = row.parentKind === "delegation"
  const goesOn = isChild || isActive(row.status) || inbox.some(({ command }) => command.kind !== "say")
  const since = queuedAt ?? row.dueAt ?? Date.now()
  return { owner: row.owner, priority, goesOn, isChild, waitedMs: Math.max(0, Date.now() - since) }
}

/** Negative when the first has waited longer, with its head start. */
export function byWaiting(a: Standing, b: Standing): number {
  return b.waitedMs + headStartOf(b) - (a.waitedMs + headStartOf(a))
}

export function queueOf(tables: Tables): StoreQueue {
  return counted(dueIn(tables))
}

export function queueByOwner(tables: Tables): readonly OwnerQueue[] {
  const running = new Set<string | null>()
  for (const { runner, row } of tables.sessions.values())
    if (runner !== undefined && row.dueAt !== null) running.add(row.owner)
  const byOwner = Map.groupBy(dueIn(tables), ({ row }) => row.owner)
  return [...byOwner].map(([owner, due]) => ({ owner, isRunning: running.has(owner), ...counted(due) }))
}

function dueIn(tables: Tables): readonly Entry[] {
  const now = Date.now()
  return [...tables.sessions.values()].filter(
    ({ runner, row }) => runner === undefined && row.dueAt !== null && row.dueAt <= now,
  )
}

function counted(due: readonly Entry[]): StoreQueue {
  const begins = due.filter(({ row }) => row.dueAt === 0 && !isActive(row.status))
  const oldest = begins.map((entry) => standingOf(entry).waitedMs)
  return { waiting: due.length, oldestMs: Math.max(0, ...oldest) }
}
