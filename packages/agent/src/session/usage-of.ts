// What owners used: validates the question, then asks the store.
import { PawlError } from "../contracts/error.ts"
import { refuseUnknown } from "../contracts/known-options.ts"
import { readDay, type UsageQuery, type UsageRow } from "../contracts/limits.ts"
import type { Store } from "../contracts/store.ts"
import { roundCost } from "../contracts/usage.ts"
import { USAGE } from "./option-names.ts"

export async function usageOf(store: Pick<Store, "usage">, query: UsageQuery = {}): Promise<readonly UsageRow[]> {
  refuseUnknown("agent.usage", query, USAGE, { instead: 'Write agent.usage({ owner: "ann", from: "2026-01-31" }).' })
  for (const name of ["from", "to"] as const) {
    const day = query[name]
    if (day !== undefined && readDay(day) === undefined)
      throw new PawlError("input-invalid", `usage: ${name} is "${day}", but has to be a day such as "2026-01-31".`)
  }
  return (await store.usage.list(query)).map(shown)
}

/** A store may add in its own way, such as by SQL. */
function shown(row: UsageRow): UsageRow {
  const { costUsd } = row.usage
  return costUsd === undefined ? row : { ...row, usage: { ...row.usage, costUsd: roundCost(costUsd) } }
}
