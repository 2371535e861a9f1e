// Rows of an SQL database as values of the contract: SQLite and PostgreSQL name their columns alike. A flag is a boolean, or 1 and 0.
import type { Parent } from "../contracts/fact.ts"
import { dayName, type UsageRow } from "../contracts/limits.ts"
import type { OpenRequest, SessionRow, Status } from "../contracts/store.ts"
import type { Usage } from "../contracts/usage.ts"
import { titleOf } from "../kernel/state/title.ts"

type Flag = boolean | number

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
  readonly pinned: Flag
  readonly archived: Flag
  readonly archived_at: number | null
  readonly workspace: string | null
  /** A list, or its JSON. */
  readonly tags: readonly string[] | string | null
}

/** A row of the table `sessions` as the row of a session. */
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
      pinned: Boolean(row.pinned),
      archived: Boolean(row.archived),
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

export function toTags(column: SessionColumns["tags"]): readonly string[] {
  return typeof column === "string" ? (JSON.parse(column) as readonly string[]) : (column ?? [])
}

export interface UsageColumns {
  readonly owner: string
  readonly day: number
  readonly model: string
  readonly requests: number
  readonly unpriced: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_tokens: number
  readonly cache_write_tokens: number
  readonly cost_usd: number | null
  readonly estimated: Flag
  readonly tool_calls: number
  readonly ms: number
}

/** A row of sums of usage as the contract has them. */
export function toUsageRow(row: UsageColumns): UsageRow {
  return {
    owner: row.owner === "" ? null : row.owner,
    day: dayName(row.day),
    model: row.model,
    requests: row.requests,
    unpriced: row.unpriced,
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      ...(row.cache_read_tokens > 0 && { cacheReadTokens: row.cache_read_tokens }),
      ...(row.cache_write_tokens > 0 && { cacheWriteTokens: row.cache_write_tokens }),
      ...(row.cost_usd !== null && { costUsd: row.cost_usd }),
      ...(row.estimated && { estimated: true as const }),
    },
    toolCalls: row.tool_calls,
    ms: row.ms,
  }
}
