// The session list of the memory store.
import { defined } from "../../base/defined.ts"
import type {
  AsSeen,
  DueQuery,
  DueSession,
  MetadataChange,
  NewSession,
  SessionChanges,
  SessionQuery,
  SessionRow,
  Sessions,
} from "../../contracts/sessions.ts"
import { titleOf } from "../../kernel/state/title.ts"
import { newRow } from "../new-session.ts"
import { changedTags } from "../tags.ts"
import { holderOf } from "./leases.ts"
import { archiveOldest } from "./owners.ts"
import { byWaiting, standingOf } from "./queue.ts"
import type { Entry, Tables } from "./tables.ts"

export function memorySessions(tables: Tables): Sessions {
  return {
    create: async (session) => create(tables, session),
    get: async (id) => tables.sessions.get(id)?.row,
    list: async (query = {}) => list(tables, query),
    find: async (name) => find(tables, name),
    update: async (id, change, at = Date.now()) => update(tables, id, change, at),
    remove: async (id, only) => remove(tables, id, only),
    changes: async (after) => changes(tables, after),
    due: async (query) => due(tables, query).slice(0, query.limit ?? 100),
  }
}

function create(tables: Tables, session: NewSession): boolean {
  if (tables.sessions.has(session.id)) return false
  const { facts = [], hashes = [], blobs = [] } = session.past ?? {}
  const entry: Entry = {
    row: newRow(session),
    facts: [session.opened, ...facts],
    commands: new Set(facts.flatMap((fact) => ("command" in fact ? [fact.command] : []))),
    blobs: new Set(),
    epoch: (tables.removed.get(session.id) ?? -1) + 1,
    runner: undefined,
    inbox: [],
    snapshot: undefined,
    live: undefined,
  }
  tables.sessions.set(session.id, entry)
  for (const hash of hashes) tables.share(hash, entry)
  for (const blob of blobs) tables.keep(blob, entry)
  if (session.maxSessions !== undefined) archiveOldest(tables, entry, session.maxSessions)
  tables.listChanged(session.id)
  return true
}

function list(tables: Tables, query: SessionQuery): readonly SessionRow[] {
  const { limit = 100, after, owner, archived, status, asking, tag = [] } = query
  return rows(tables)
    .filter((row) => status === undefined || [status].flat().includes(row.status))
    .filter((row) => asking === undefined || row.openRequests.length > 0 === asking)
    .filter(({ metadata: { tags = [] } }) => [tag].flat().every((each) => tags.includes(each)))
    .filter((row) => owner === undefined || row.owner === owner)
    .filter((row) => archived === undefined || row.metadata.archived === archived)
    .filter((row) => after === undefined || byNewest(row, after) > 0)
    .sort(byNewest)
    .slice(0, limit)
}

const MIN_PREFIX_CHARS = 4

function find(tables: Tables, name: string): readonly SessionRow[] {
  const exact = tables.sessions.get(name)
  if (exact !== undefined) return [exact.row]
  const titled = rows(tables).filter((row) => row.metadata.title === name)
  if (titled.length > 0) return titled.sort(byNewest)
  // The title in the list, where the session has no title of its own.
  const called = rows(tables).filter((row) => row.title === name)
  if (called.length > 0) return called.sort(byNewest)
  if (name.length < MIN_PREFIX_CHARS) return []
  return rows(tables)
    .filter((row) => row.id.startsWith(name))
    .sort(byNewest)
}

function update(tables: Tables, id: string, change: MetadataChange, at: number): boolean {
  const entry = tables.sessions.get(id)
  if (entry === undefined) return false
  const { tags: before = [], ...marks } = entry.row.metadata
  const { tags: _set, addTags: _add, removeTags: _remove, ...changed } = change
  const tags = changedTags(before, change) ?? before
  const metadata = { ...marks, ...changed, ...(tags.length > 0 && { tags }) }
  const archivedAt = metadata.archived ? (entry.row.archivedAt ?? at) : null
  const title = titleOf(metadata.title, entry.row.preview)
  entry.row = { ...entry.row, metadata, archivedAt, title }
  tables.listChanged(id)
  return true
}

function remove(tables: Tables, id: string, only?: AsSeen): boolean {
  const entry = tables.sessions.get(id)
  if (entry === undefined || (only !== undefined && !isAsSeen(entry, only))) return false
  tables.sessions.delete(id)
  tables.removed.set(id, entry.epoch)
  for (const { place } of entry.inbox) tables.arrivals.delete(place)
  for (const hash of entry.blobs) {
    const blob = tables.blobs.get(hash)
    blob?.sessions.delete(entry)
    if (blob?.sessions.size === 0) tables.blobs.delete(hash)
  }
  tables.listChanged(id)
  return true
}

function isAsSeen({ row, epoch, inbox }: Entry, only: AsSeen): boolean {
  const { metadata, status, seq } = row
  const rests = (status === "idle" || status === "failed") && inbox.length === 0
  return rests && metadata.archived && !metadata.pinned && seq === only.seq && epoch === only.epoch
}

function changes({ changes: all, changePlace: place }: Tables, after: number | undefined): SessionChanges {
  if (after === undefined) return { place, ids: [], isComplete: true }
  const [first = place + 1] = all.keys()
  const ids = [...all].flatMap(([at, id]) => (at > after ? [id] : []))
  return { place, ids: [...new Set(ids)], isComplete: after >= first - 1 }
}

function due(tables: Tables, { before, notHeldBy, session, waitingOf }: DueQuery): readonly DueSession[] {
  const found: DueSession[] = []
  for (const entry of tables.sessions.values()) {
    const { id, dueAt, workspace } = entry.row
    if (dueAt === null || (dueAt > before && !(dueAt - before > (entry.dueIn ?? Number.POSITIVE_INFINITY)))) continue
    const holder = holderOf(tables, entry)
    if (holder !== undefined && holder.runner.id === notHeldBy) continue
    if (session !== undefined && session !== id) continue
    if (waitingOf !== undefined && (entry.row.owner !== waitingOf || holder !== undefined)) continue
    const standing = standingOf(entry)
    found.push({ id, dueAt, standing, ...(workspace !== null && { workspace }), ...defined({ holder }) })
  }
  return found.sort((a, b) => byWaiting(a.standing, b.standing) || compare(a.id, b.id))
}

function rows(tables: Tables): SessionRow[] {
  return Array.from(tables.sessions.values(), (entry) => entry.row)
}

function byNewest(a: Pick<SessionRow, "updatedAt" | "id">, b: Pick<SessionRow, "updatedAt" | "id">): number {
  return b.updatedAt - a.updatedAt || compare(a.id, b.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
