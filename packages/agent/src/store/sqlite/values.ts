// Converts contract values to SQLite values.

import type { Blob } from "../../contracts/blobs.ts"
import type { Fact } from "../../contracts/fact.ts"
import type { Spent } from "../../contracts/limits.ts"
import type { Columns } from "../../contracts/sessions.ts"
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
