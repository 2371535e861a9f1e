// What waits for a runner in the memory store, and in which order.
import { headStartOf, type Standing } from "../../contracts/queue.ts"
import { isActive, type StoreQueue } from "../admit.ts"
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
  const now = Date.now()
  const due = [...tables.sessions.values()].filter(
    ({ runner, row }) => runner === undefined && row.dueAt !== null && row.dueAt <= now,
  )
  const begins = due.filter(({ row }) => row.dueAt === 0 && !isActive(row.status))
  const oldest = begins.map((entry) => standingOf(entry).waitedMs)
  return { waiting: due.length, oldestMs: Math.max(0, ...oldest) }
}
