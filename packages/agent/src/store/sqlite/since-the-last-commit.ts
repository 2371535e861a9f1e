// Gives the same list again until any process commits something. Callers see by its identity that nothing changed: a server
// asks far more often than sessions change.
import type { Database } from "better-sqlite3"

/** So many lists are kept, and none that is longer: pages, not whole stores. */
const MOST_LISTS = 50
const MOST_ROWS = 500

export function sinceTheLastCommit<Args extends readonly unknown[], Row>(
  db: Database,
  list: (...args: Args) => readonly Row[],
): (...args: Args) => readonly Row[] {
  const readVersion = db.prepare("pragma data_version").pluck()
  let version: unknown
  let known = new Map<string, readonly Row[]>()
  return (...args) => {
    const now = readVersion.get()
    if (now !== version || known.size >= MOST_LISTS) known = new Map()
    version = now
    const key = JSON.stringify(args)
    const found = known.get(key) ?? list(...args)
    if (found.length <= MOST_ROWS) known.set(key, found)
    return found
  }
}
