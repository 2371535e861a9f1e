// Ids in lists: as short as they are unique. Every command takes the beginning of an id.
import type { SessionRow, Store } from "@pawl/agent"

/** An id begins with its time: so many characters tell sessions apart that were opened a second after each other. */
const MIN_CHARS = 8

/** The shortest name of each id that finds this session alone. */
export async function shortIds(store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(ids.map(async (id) => [id, await shortIdOf(store, id)] as const))
  return new Map(found)
}

async function shortIdOf(store: Store, id: string): Promise<string> {
  const start = id.slice(0, MIN_CHARS)
  const alike = await store.sessions.find(start)
  if (alike.length === 1 && alike[0]?.id === id) return start
  const longer = id.slice(0, longestShared(id, alike) + 1)
  // A title may be spelled like the beginning of an id: a title wins.
  const meant = await store.sessions.find(longer)
  return meant.length === 1 && meant[0]?.id === id ? longer : id
}

/** How many characters it shares with the most similar other id. */
function longestShared(id: string, others: readonly Pick<SessionRow, "id">[]): number {
  const shared = others.flatMap((other) => {
    if (other.id === id) return []
    let count = 0
    while (count < id.length && other.id[count] === id[count]) count++
    return [count]
  })
  return Math.max(MIN_CHARS, ...shared)
}
