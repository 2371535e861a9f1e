// The port of usage: sums of what owners used.
import type { UsageQuery } from "@pawl/agent"
import { readDay, toUsageRow, type UsageColumns } from "@pawl/agent/store"
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
