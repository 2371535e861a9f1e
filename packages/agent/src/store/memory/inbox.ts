// The inbox of the memory store.
import type { Command, Enqueued, QueueChange } from "../../contracts/command.ts"
import type { EnqueueOptions, Inbox } from "../../contracts/store.ts"
import { filesSaid, priorityWith, refusalOf, waitingOf } from "../admit.ts"
import { changedCommand } from "../queue-change.ts"
import { archiveOldest, othersActive, setArchived } from "./owners.ts"
import { queueByOwner, queueOf } from "./queue.ts"
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
    change: async (session, id, to) => change(tables, session, { id, to }),
    read: async (session, after = 0) =>
      (tables.sessions.get(session)?.inbox ?? []).filter(({ place }) => place > after),
  }
}

/** Whether all of these commands still wait where they were read. */
export function areWaiting({ inbox }: Entry, places: readonly number[]): boolean {
  return places.every((place) => inbox.some((queued) => queued.place === place))
}

/** Removes commands that became facts or were dropped. */
export function consume(tables: Tables, entry: Entry, places: readonly number[]): void {
  for (const place of places) tables.arrivals.delete(place)
  entry.inbox = entry.inbox.filter(({ place }) => !places.includes(place))
}

interface Changing {
  readonly id: string
  readonly to: QueueChange
}

function change(tables: Tables, session: string, { id, to }: Changing): number | undefined {
  const entry = tables.sessions.get(session)
  const queued = entry?.inbox.find(({ command }) => command.id === id)
  const changed = queued && changedCommand(queued.command, to)
  if (entry === undefined || queued === undefined || changed === undefined) return undefined
  consume(tables, entry, [queued.place])
  return put(tables, entry, changed)
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
  const { status, openRequests, metadata, owner } = entry.row
  const queued = () => entry.inbox.reduce((sum, { command: other }) => sum + (waitingOf(other).files ?? 0), 0)
  const now = {
    status,
    openRequests,
    waiting,
    files: () => filesSaid(entry.facts) + queued(),
    othersActive: () => othersActive(tables, entry),
    owner,
    queue: () => queueOf(tables),
    queueByOwner: () => queueByOwner(tables),
  }
  const refused = refusalOf(now, waitingOf(command), options)
  if (refused !== undefined) return refused
  if (command.kind === "say") {
    entry.priority = priorityWith(entry.priority ?? null, waitingOf(command), now)
    // A message to an archived session takes it out of the archive, so that the user finds it again.
    if (metadata.archived) setArchived(entry, null)
    if (options.maxSessions !== undefined) archiveOldest(tables, entry, options.maxSessions)
  }
  for (const blob of options.blobs ?? []) tables.keep(blob, entry)
  if (options.runner !== undefined && entry.runner === undefined) entry.givenTo = options.runner
  return { outcome: "accepted", seq: entry.row.seq, place: put(tables, entry, command) }
}

/** Puts a command at a new place, and makes its session due. */
function put(tables: Tables, entry: Entry, command: Command): number {
  tables.place += 1
  tables.arrivals.set(tables.place, entry.row.id)
  entry.inbox = [...entry.inbox, { place: tables.place, command }]
  if (entry.row.dueAt === null || entry.row.dueAt > 0) entry.queuedAt = Date.now()
  entry.row = { ...entry.row, dueAt: Math.min(entry.row.dueAt ?? 0, 0) }
  tables.commandsChanged()
  return tables.place
}
