// Rows of an SQL database as values of the contract: SQLite and PostgreSQL name their columns alike. A flag is a boolean, or 1 and 0.
import type { Parent } from "../contracts/fact.ts"
import { dayName, type UsageRow } from "../contracts/limits.ts"
import type { OpenRequest, SessionRow, Status } from "../contracts/sessions.ts"
import type { Usage } from "../contracts/usage.ts"
import { titleOf } from "../kernel/state/title.ts"

/** A flag in a database: a boolean, or 1 and 0. */
export type Flag = boolean | number

/** A row of the table `sessions`. */
export interface SessionColumns {
  /** Its id. */
  readonly id: string
  /** The number of its last fact. */
  readonly seq: number
  /** The profile that it was opened with. */
  readonly profile: string
  /** Whose it is; null for nobody's. */
  readonly owner: string | null
  /** The session that it was made from. */
  readonly parent: string | null
  /** How it was made from that one. */
  readonly parent_kind: Parent["kind"] | null
  /** When it was opened, in milliseconds since 1970. */
  readonly created_at: number
  /** What it does now. */
  readonly status: Status
  /** When it has to be run; null while it rests. */
  readonly due_at: number | null
  /** What it asks people, as JSON. */
  readonly open_requests: string
  /** How many turns it has. */
  readonly turns: number
  /** How many messages it has. */
  readonly messages: number
  /** What it used, as JSON. */
  readonly usage: string
  /** The beginning of what was said last. */
  readonly preview: string
  /** When its last fact was stored, in milliseconds since 1970. */
  readonly updated_at: number
  /** Why its last turn failed; null if it did not. */
  readonly error: string | null
  /** The title that somebody gave it. */
  readonly title: string | null
  /** Whether it stands at the top of lists. */
  readonly pinned: Flag
  /** Whether it is archived. */
  readonly archived: Flag
  /** When it was archived. */
  readonly archived_at: number | null
  /** The folder that its tools work in. */
  readonly workspace: string | null
  /** Its tags: a list, or its JSON. */
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

/** A row of sums of usage. */
export interface UsageColumns {
  /** Whose use it is; empty for nobody's. */
  readonly owner: string
  /** Days since 1970. */
  readonly day: number
  /** The model's name. */
  readonly model: string
  /** How many requests were sent. */
  readonly requests: number
  /** How many of them have no price. */
  readonly unpriced: number
  /** Tokens sent. */
  readonly input_tokens: number
  /** Tokens received. */
  readonly output_tokens: number
  /** Tokens read from a cache of the provider. */
  readonly cache_read_tokens: number
  /** Tokens written to it. */
  readonly cache_write_tokens: number
  /** What it cost, in dollars; null while nothing is known. */
  readonly cost_usd: number | null
  /** Whether some of it was estimated. */
  readonly estimated: Flag
  /** How many calls of tools were asked for. */
  readonly tool_calls: number
  /** How long the requests took. */
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
