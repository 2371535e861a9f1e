// The port of usage: sums of what owners used.
import type { UsageQuery, UsageRow } from "@pawl/agent"
import { dayName, readDay } from "@pawl/agent/store"
import type { UsageSums } from "@pawl/agent/types"
import type { Database } from "./database.ts"

const LAST_DAY = 2 ** 31 - 1

export function postgresUsage(database: Database): UsageSums {
  return {
    list: async ({ owner, from = "", to = "" }: UsageQuery = {}) => {
      const rows = await database.read<UsageColumns>(
        `select owner, day, model, sum(requests)::bigint as requests, sum(unpriced)::bigint as unpriced,
           sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
           sum(cache_read_tokens)::bigint as cache_read_tokens, sum(cache_write_tokens)::bigint as cache_write_tokens,
           sum(cost_usd) as cost_usd, bool_or(estimated) as estimated, sum(tool_calls)::bigint as tool_calls, sum(ms) as ms
         from usage where day between $1 and $2 and ($3::text is null or owner = $3)
         group by day, owner, model order by day, owner, model`,
        [readDay(from) ?? 0, readDay(to) ?? LAST_DAY, owner === undefined ? null : (owner ?? "")],
      )
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
  readonly estimated: boolean
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
      ...(row.estimated && { estimated: true as const }),
    },
    toolCalls: row.tool_calls,
    ms: row.ms,
  }
}
