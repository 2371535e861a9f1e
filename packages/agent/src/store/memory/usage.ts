// The memory store's sums of what owners used.
import { dayName, type Spent, type UsageQuery, type UsageRow } from "../../contracts/limits.ts"
import { addUsage, noUsage } from "../../contracts/usage.ts"

type Sums = Map<string, UsageRow>

export function addSpent(sums: Sums, owner: string | null, spent: Spent): void {
  const key = JSON.stringify([owner, spent.day, spent.model])
  const before = sums.get(key) ?? emptyRow(owner, spent)
  sums.set(key, {
    ...before,
    requests: before.requests + spent.requests,
    unpriced: before.unpriced + spent.unpriced,
    usage: addUsage(before.usage, spent.usage),
    toolCalls: before.toolCalls + spent.toolCalls,
    ms: before.ms + spent.ms,
  })
}

function emptyRow(owner: string | null, { day, model }: Spent): UsageRow {
  return { owner, day: dayName(day), model, requests: 0, unpriced: 0, usage: noUsage, toolCalls: 0, ms: 0 }
}

export function usageRows(sums: Sums, { owner, from = "", to = "9" }: UsageQuery = {}): readonly UsageRow[] {
  const wanted = [...sums.values()].filter(
    (row) => (owner === undefined || row.owner === owner) && row.day >= from && row.day <= to,
  )
  return wanted.toSorted(
    (a, b) => inOrder(a.day, b.day) || inOrder(a.owner ?? "", b.owner ?? "") || inOrder(a.model, b.model),
  )
}

function inOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
