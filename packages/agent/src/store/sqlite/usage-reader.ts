// Reads the sums of what owners used.
import type { Database } from "better-sqlite3"
import { dayName, readDay, type UsageQuery, type UsageRow } from "../../contracts/limits.ts"

export interface UsageReader {
  list(query: UsageQuery): readonly UsageRow[]
}

export function usageReader(db: Database): UsageReader {
  const select = `select * from usage where day between ? and ?`
  const inOrder = "order by day, owner, model"
  const ofAll = db.prepare<[number, number], UsageColumns>(`${select} ${inOrder}`)
  const ofOwner = db.prepare<[number, number, string], UsageColumns>(`${select} and owner = ? ${inOrder}`)
  return {
    list: ({ owner, from = "", to = "" }) => {
      const [first, last] = [readDay(from) ?? 0, readDay(to) ?? Number.MAX_SAFE_INTEGER]
      const rows = owner === undefined ? ofAll.all(first, last) : ofOwner.all(first, last, owner ?? "")
      return rows.map(toUsageRow)
    },
  }
}

interface UsageColumns {
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
  readonly estimated: number
  readonly tool_calls: number
  readonly ms: number
}

function toUsageRow(row: UsageColumns): UsageRow {
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
      ...(row.estimated === 1 && { estimated: true as const }),
    },
    toolCalls: row.tool_calls,
    ms: row.ms,
  }
}
