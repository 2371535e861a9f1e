// Limits over all sessions of one owner, for the memory store.
import { isActive } from "../admit.ts"
import type { Entry, Tables } from "./tables.ts"

export function othersActive(tables: Tables, entry: Entry): number {
  const isBusy = ({ row, inbox }: Entry) => isActive(row.status) || inbox.some(({ command }) => command.kind === "say")
  return ofOwner(tables, entry).filter((other) => other !== entry && isBusy(other)).length
}

/** How many other sessions of the owner are held and have something to do; none for a child. */
export function othersRunning(tables: Tables, entry: Entry): number {
  if (entry.row.parentKind === "delegation") return 0
  const isRunning = ({ runner, row }: Entry) => runner !== undefined && row.dueAt !== null
  return ofOwner(tables, entry).filter((other) => other !== entry && isRunning(other)).length
}

/** Archives the oldest sessions beyond `maxSessions`, except pinned ones, active ones and this one. */
export function archiveOldest(tables: Tables, entry: Entry, maxSessions: number): void {
  const shown = ofOwner(tables, entry).filter(({ row }) => !row.metadata.archived)
  const may = shown.filter((other) => other !== entry && !other.row.metadata.pinned && !isActive(other.row.status))
  const oldest = may.sort((a, b) => a.row.updatedAt - b.row.updatedAt).slice(0, Math.max(0, shown.length - maxSessions))
  for (const other of oldest) setArchived(other, Date.now())
}

/** Null takes it out of the archive. */
export function setArchived(entry: Entry, at: number | null): void {
  const metadata = { ...entry.row.metadata, archived: at !== null }
  entry.row = { ...entry.row, metadata, archivedAt: at }
}

/** Without children: they work for their parents. */
function ofOwner(tables: Tables, { row }: Entry): Entry[] {
  return [...tables.sessions.values()].filter(
    (other) => other.row.owner === row.owner && other.row.parentKind !== "delegation",
  )
}
