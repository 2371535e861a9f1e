// The memory store's small documents.
import { copyJson } from "../../contracts/json.ts"
import type { Records, StoredRecord } from "../../contracts/records.ts"
import type { Tables } from "./tables.ts"

export function memoryRecords(tables: Tables): Records {
  const of = (kind: string): Map<string, StoredRecord> => {
    const known = tables.records.get(kind) ?? new Map<string, StoredRecord>()
    tables.records.set(kind, known)
    return known
  }
  // A copy each time: what a caller changes in it changes nothing here.
  const copied = ({ value, version }: StoredRecord): StoredRecord => ({ value: copyJson(value), version })
  const isExpected = (kind: string, key: string, expected: number | undefined) =>
    expected === undefined || (of(kind).get(key)?.version ?? 0) === expected
  return {
    get: async (kind, key) => {
      const found = of(kind).get(key)
      return found && copied(found)
    },
    put: async (kind, key, value, expected) => {
      if (!isExpected(kind, key, expected)) return undefined
      tables.version += 1
      of(kind).set(key, copied({ value, version: tables.version }))
      tables.changed()
      return tables.version
    },
    remove: async (kind, key, expected) => {
      if (!isExpected(kind, key, expected) || !of(kind).delete(key)) return false
      tables.changed()
      return true
    },
    list: async (kind, { prefix = "", after, limit } = {}) => {
      const wanted = [...of(kind)].filter(
        ([key]) => key.startsWith(prefix) && (after === undefined || inBytes(key, after) > 0),
      )
      const sorted = wanted.toSorted(([a], [b]) => inBytes(a, b)).slice(0, limit)
      return sorted.map(([key, record]) => ({ key, ...copied(record) }))
    },
    kinds: async () => [...tables.records].flatMap(([kind, { size }]) => (size > 0 ? [kind] : [])).toSorted(inBytes),
  }
}

function inBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}
