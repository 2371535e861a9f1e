// A store in this process's memory, for tests, examples and temporary sessions. It behaves like SQLite, without a disk.
import type { Fact } from "../contracts/fact.ts"
import type { Columns, SessionRow } from "../contracts/sessions.ts"
import type { Append, Appended, Live, LiveText, Log, Snapshot, Store } from "../contracts/store.ts"
import { titleOf } from "../kernel/state/title.ts"
import { areWaiting, consume, memoryInbox } from "./memory/inbox.ts"
import { memoryLeases } from "./memory/leases.ts"
import { memoryRecords } from "./memory/records.ts"
import { memorySessions } from "./memory/sessions.ts"
import { type Entry, Tables } from "./memory/tables.ts"
import { addSpent, usageRows } from "./memory/usage.ts"
import { checkNumbers } from "./new-session.ts"

/**
 * A store in memory, for tests and for sessions that need not outlive the process. Several agents of one process may
 * share it, so `close` does nothing: its data lives as long as the object is referenced.
 *
 * @example
 * ```ts
 * import { createAgent, memory } from "@pawl/agent"
 *
 * const agent = await createAgent({ model, store: memory() })
 * ```
 */
export function memory(): Store {
  const tables = new Tables()
  return {
    log: memoryLog(tables),
    blobs: {
      read: async (hash, part) => {
        const bytes = tables.blobs.get(hash)?.bytes
        return part === undefined ? bytes : bytes?.slice(part.offset, part.offset + part.length)
      },
      size: async (hash) => tables.blobs.get(hash)?.bytes.length,
    },
    inbox: memoryInbox(tables),
    leases: memoryLeases(tables),
    sessions: memorySessions(tables),
    usage: { list: async (query) => usageRows(tables.usage, query) },
    records: memoryRecords(tables),
    live: memoryLive(tables),
    watch: (listener, only) => tables.watch(listener, only),
    close: async () => {},
  }
}

function memoryLog(tables: Tables): Log {
  return {
    append: async (append) => appendTo(tables, append),
    read: async (session, after, limit, only) => {
      const facts: readonly Fact[] = tables.sessions.get(session)?.facts ?? []
      if (only === undefined) return facts.slice(after, limit === undefined ? undefined : after + limit)
      return facts
        .slice(after)
        .filter(({ type }) => only.includes(type))
        .slice(0, limit)
    },
    head: async (session) => tables.sessions.get(session)?.row.seq ?? 0,
    saveSnapshot: async (session, snapshot) => {
      const entry = tables.sessions.get(session)
      if (entry !== undefined) entry.snapshot = snapshot
    },
    readSnapshot: async (session, version) => {
      const snapshot: Snapshot | undefined = tables.sessions.get(session)?.snapshot
      return snapshot?.version === version ? snapshot : undefined
    },
  }
}

function appendTo(tables: Tables, append: Append): Appended {
  checkNumbers(append)
  const entry = tables.sessions.get(append.session)
  if (entry === undefined) return { ok: false, reason: "missing" }
  if (entry.epoch !== append.epoch) return { ok: false, reason: "fenced" }
  if (entry.row.seq !== append.expectedSeq) return { ok: false, reason: "stale" }
  const { facts, consumed = NONE, blobs, spent } = append
  if (consumed.length > 0 && !areWaiting(entry, consumed)) return { ok: false, reason: "changed" }
  for (let at = 0; at < facts.length; at++) {
    const fact = facts[at] as Fact
    entry.facts.push(fact)
    if ("command" in fact) entry.commands.add(fact.command)
  }
  // Each request brings its sections, and nearly all of them are known.
  if (blobs !== undefined) for (const blob of blobs) if (!entry.blobs.has(blob.hash)) tables.keep(blob, entry)
  if (consumed.length > 0) consume(tables, entry, consumed)
  if (spent !== undefined) for (const each of spent) addSpent(tables.usage, entry.row.owner, each)
  entry.row = rowAfter(entry, append.columns)
  entry.dueIn = undefined
  tables.changed()
  return DONE
}

const NONE: readonly number[] = []
const DONE: Appended = { ok: true }

/** Column by column: V8 copies a second spread the slow way. */
function rowAfter({ row, inbox, facts }: Entry, columns: Columns): SessionRow {
  const { status, openRequests, turns, messages, usage, preview, updatedAt, error } = columns
  return {
    ...row,
    status,
    dueAt: columns.dueAt ?? (inbox.length > 0 ? 0 : null),
    openRequests,
    turns,
    messages,
    usage,
    preview,
    updatedAt,
    error,
    workspace: columns.workspace ?? row.workspace,
    seq: facts.length,
    title: preview === row.preview ? row.title : titleOf(row.metadata.title, preview),
  }
}

function memoryLive(tables: Tables): Live {
  return {
    write: (session, text: LiveText | undefined) => {
      const entry = tables.sessions.get(session)
      if (entry === undefined) return
      entry.live = text
      tables.changed()
    },
    read: async (session) => tables.sessions.get(session)?.live,
  }
}
