// The inbox of the memory store.
import type { Command, Enqueued } from "../../contracts/command.ts"
import type { EnqueueOptions, Inbox } from "../../contracts/store.ts"
import { admit, filesSaid, waitingOf } from "../admit.ts"
import { archiveOldest, othersActive, setArchived } from "./owners.ts"
import type { Entry, Tables } from "./tables.ts"

export function memoryInbox(tables: Tables): Inbox {
  return {
    enqueue: async (session, command, options = {}) => enqueue(tables, session, { command, options }),
    arrivals: async (after) => {
      // Called at every change; mostly there is nothing new.
      if (after >= tables.place) return []
      return Array.from(tables.arrivals, ([place, session]) => ({ session, place })).filter(
        ({ place }) => place > after,
      )
    },
    read: async (session, after = 0) =>
      (tables.sessions.get(session)?.inbox ?? []).filter(({ place }) => place > after),
  }
}

/** Removes commands that became facts or were dropped. */
export function consume(tables: Tables, entry: Entry, ids: readonly string[]): void {
  if (ids.length === 0) return
  const gone = entry.inbox.filter((queued) => ids.includes(queued.command.id))
  if (gone.length === 0) return
  for (const { place } of gone) tables.arrivals.delete(place)
  entry.inbox = entry.inbox.filter((queued) => !gone.includes(queued))
}

interface Request {
  readonly command: Command
  readonly options: EnqueueOptions
}

function enqueue(tables: Tables, session: string, { command, options }: Request): Enqueued {
  const entry = tables.sessions.get(session)
  if (entry === undefined) return { outcome: "refused", reason: "missing" }
  const isKnown = entry.commands.has(command.id) || entry.inbox.some((queued) => queued.command.id === command.id)
  if (isKnown) return { outcome: "duplicate" }
  const waiting = () => entry.inbox.map((queued) => waitingOf(queued.command))
  const { status, openRequests, metadata } = entry.row
  const queued = () => entry.inbox.reduce((sum, { command: other }) => sum + (waitingOf(other).files ?? 0), 0)
  const now = {
    status,
    openRequests,
    waiting,
    files: () => filesSaid(entry.facts) + queued(),
    othersActive: () => othersActive(tables, entry),
  }
  const reason = admit(now, waitingOf(command), options)
  if (reason !== undefined) return { outcome: "refused", reason }
  if (command.kind === "say") {
    // A message to an archived session takes it out of the archive, so that the user finds it again.
    if (metadata.archived) setArchived(entry, null)
    if (options.maxSessions !== undefined) archiveOldest(tables, entry, options.maxSessions)
  }
  for (const blob of options.blobs ?? []) tables.keep(blob, entry)
  tables.place += 1
  tables.arrivals.set(tables.place, session)
  entry.inbox = [...entry.inbox, { place: tables.place, command }]
  entry.row = { ...entry.row, dueAt: Math.min(entry.row.dueAt ?? 0, 0) }
  tables.commandsChanged()
  return { outcome: "accepted", place: tables.place }
}
