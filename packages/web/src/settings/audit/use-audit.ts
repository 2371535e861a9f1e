// Loads the audit, a page at a time.
import { useEffect, useState } from "react"
import { client } from "../../data/client.ts"
import type { AuditEntry } from "./filter.ts"

const A_PAGE = 100

export function useAudit() {
  const [entries, setEntries] = useState<readonly AuditEntry[]>([])
  const [next, setNext] = useState<string | null | undefined>()
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<unknown>()
  const load = async (cursor: string | undefined, isWanted: () => boolean) => {
    setLoading(true)
    setError(undefined)
    try {
      const query = { limit: A_PAGE, ...(cursor !== undefined && { cursor }) }
      const page = await client.call("audit.list", { query })
      if (!isWanted()) return
      setEntries((all) => (cursor === undefined ? page.entries : [...all, ...page.entries]))
      setNext(page.next)
    } catch (problem) {
      setError(problem)
    } finally {
      setLoading(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first page is loaded once.
  useEffect(() => {
    let isHere = true
    void load(undefined, () => isHere)
    return () => {
      isHere = false
    }
  }, [])
  const loadMore = () => void load(next ?? undefined, () => true)
  return { entries, hasMore: typeof next === "string", isLoading, error, loadMore }
}
