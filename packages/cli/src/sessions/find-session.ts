// Finds a session by its id, the beginning of its id, or its title. A name that fits several is an error with their ids.
import type { SessionRow, Store } from "@pawl/agent"
import { badInput } from "../failure.ts"

export async function findSession(store: Store, name: string): Promise<SessionRow> {
  const rows = await store.sessions.find(name)
  const [first] = rows
  if (first === undefined)
    throw badInput(`There is no session "${name}". Run "pawl sessions list" to see the sessions.`)
  if (rows.length === 1) return first
  const ids = rows.slice(0, 5).map(({ id }) => id)
  throw badInput(`"${name}" names ${rows.length} sessions. Use an id: ${ids.join(", ")}.`)
}

/** All sessions, newest first, read in pages. */
export async function* allSessions(store: Store): AsyncGenerator<SessionRow> {
  let last: SessionRow | undefined
  for (;;) {
    const after = last === undefined ? {} : { after: { updatedAt: last.updatedAt, id: last.id } }
    const page = await store.sessions.list({ limit: 100, ...after })
    yield* page
    last = page.at(-1)
    if (page.length < 100) return
  }
}
