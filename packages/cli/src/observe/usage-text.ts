// Formats sums of usage as a table.
import type { UsageRow } from "@pawl/agent"
import { named, short } from "../terminal/plain.ts"
import { count } from "./record-text.ts"
import { table } from "./stats-text.ts"

export function usageText(rows: readonly UsageRow[]): string {
  if (rows.length === 0) return "Nothing was used in that time.\n"
  const hasOwners = rows.some(({ owner }) => owner !== null)
  const cells = rows.map((row) => [
    row.day,
    ...(hasOwners ? [short(row.owner ?? "-", 30)] : []),
    count(row.requests),
    count(row.usage.inputTokens),
    count(row.usage.cacheReadTokens ?? 0),
    count(row.usage.outputTokens),
    costIn(row),
    named(row.model),
  ])
  const heads = ["DAY", ...(hasOwners ? ["OWNER"] : []), "REQUESTS", "IN", "CACHED", "OUT", "USD", "MODEL"]
  return `${table(heads, cells).trimStart()}${totalOf(rows)}`
}

/** A cost that is not known is no 0. */
function costIn({ usage: { costUsd, estimated }, unpriced }: UsageRow): string {
  if (costUsd === undefined) return "unknown"
  return `${estimated === true ? "about " : ""}${costUsd.toFixed(4)}${unpriced > 0 ? ` + ${unpriced} unknown` : ""}`
}

function totalOf(rows: readonly UsageRow[]): string {
  const cost = rows.reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0)
  const unpriced = rows.reduce((sum, row) => sum + row.unpriced, 0)
  const lacking =
    unpriced === 0 ? "" : `, without ${count(unpriced)} requests whose price is not known ("prices" names it)`
  return `${cost.toFixed(4)} USD in all${lacking}\n`
}
