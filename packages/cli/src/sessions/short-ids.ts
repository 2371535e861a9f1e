// Ids in lists: as short as they are unique. Every command takes the beginning of an id.
import type { SessionRow } from "@pawl/agent"

/** An id begins with its time: so many characters tell sessions apart that were opened a second after each other. */
const MIN_CHARS = 8

/** The shortest name of each id that finds this session alone. */
export async function shortIds(find: Find, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(ids.map(async (id) => [id, await shortIdOf(find, id)] as const))
  return new Map(found)
}

/** The sessions that a name or the beginning of an id means. */
type Find = (start: string) => Promise<readonly Pick<SessionRow, "id">[]>

async function shortIdOf(find: Find, id: string): Promise<string> {
  const start = id.slice(0, MIN_CHARS)
  const alike = await find(start)
  if (alike.length === 1 && alike[0]?.id === id) return start
  const longer = id.slice(0, longestShared(id, alike) + 1)
  // A title may be spelled like the beginning of an id: a title wins.
  const meant = await find(longer)
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
