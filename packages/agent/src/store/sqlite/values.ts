// Converts contract values to SQLite values, and rows back.
import type { Fact, Parent } from "../../contracts/fact.ts"
import type { Spent } from "../../contracts/limits.ts"
import type { Blob, Columns, OpenRequest, SessionRow, Status } from "../../contracts/store.ts"
import type { Usage } from "../../contracts/usage.ts"
import { titleOf } from "../../kernel/state/title.ts"
import type { ColumnValues, FactRow, SpentValues } from "./protocol.ts"

export function toFactRow(fact: Fact): FactRow {
  return [fact.seq, fact.type, JSON.stringify(fact), "command" in fact ? fact.command : null]
}

export function toColumnValues(columns: Columns): ColumnValues {
  const { status, turns, messages, usage, preview, updatedAt, error, workspace = null } = columns
  const openRequests = columns.openRequests.length === 0 ? "[]" : JSON.stringify(columns.openRequests)
  return [status, openRequests, turns, messages, JSON.stringify(usage), preview, updatedAt, error, workspace]
}

export function toSpentValues({ day, model, requests, unpriced, usage, toolCalls, ms }: Spent): SpentValues {
  const { inputTokens, outputTokens, cacheReadTokens = 0, cacheWriteTokens = 0, costUsd = null } = usage
  const tokens = [inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens] as const
  return [day, model, requests, unpriced, ...tokens, costUsd, usage.estimated === true ? 1 : 0, toolCalls, ms]
}

/** Copies a view into a larger buffer, because the whole buffer would be sent to the writer. (A Buffer slice is a view.) */
export function toOwnBytes({ hash, bytes }: Blob): Blob {
  return { hash, bytes: bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes) }
}

export interface SessionColumns {
  readonly id: string
  readonly seq: number
  readonly profile: string
  readonly owner: string | null
  readonly parent: string | null
  readonly parent_kind: Parent["kind"] | null
  readonly created_at: number
  readonly status: Status
  readonly due_at: number | null
  readonly open_requests: string
  readonly turns: number
  readonly messages: number
  readonly usage: string
  readonly preview: string
  readonly updated_at: number
  readonly error: string | null
  readonly title: string | null
  readonly pinned: number
  readonly archived: number
  readonly archived_at: number | null
  readonly workspace: string | null
  readonly tags: string | null
}

export function toSessionRow(row: SessionColumns): SessionRow {
  const { id, seq, profile, owner, parent, status, turns, messages, preview, error, workspace } = row
  return {
    id,
    seq,
    profile,
    owner,
    parent,
    ...(row.parent_kind !== null && { parentKind: row.parent_kind }),
    createdAt: row.created_at,
    workspace,
    archivedAt: row.archived_at,
    title: titleOf(row.title, preview),
    metadata: {
      title: row.title,
      pinned: row.pinned === 1,
      archived: row.archived === 1,
      ...(row.tags !== null && { tags: toTags(row.tags) }),
    },
    status,
    dueAt: row.due_at,
    openRequests: row.open_requests === "[]" ? [] : (JSON.parse(row.open_requests) as readonly OpenRequest[]),
    turns,
    messages,
    usage: JSON.parse(row.usage) as Usage,
    preview,
    updatedAt: row.updated_at,
    error,
  }
}

export function toTags(column: string | null): readonly string[] {
  return column === null ? [] : (JSON.parse(column) as readonly string[])
}
