// Reads the sums of what owners used.
import type { Database } from "better-sqlite3"
import { readDay, type UsageQuery, type UsageRow } from "../../contracts/limits.ts"
import { toUsageRow, type UsageColumns } from "../sql-rows.ts"

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
