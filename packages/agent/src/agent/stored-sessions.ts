// The sessions of an agent's store: list, find, search, remove, export and import.
import { PawlError } from "../contracts/error.ts"
import type { SessionRow, Store } from "../contracts/store.ts"
import type { Agent } from "./agent.ts"

export function storedSessions(store: Store): Agent["sessions"] {
  return {
    list: (query) => store.sessions.list(query),
    find: (name) => findOne(store, name),
    remove: async (id) => (await import("../session/remove-session.ts")).removeSession(store, id),
    search: async (words, how) => (await import("../sessions.ts")).archiveOf(store).search(words, how),
    export: (id) => exportFrom(store, id),
    import: async (lines) => (await import("../sessions.ts")).importSession(store, lines),
  }
}

/** Loaded on first use. */
async function* exportFrom(store: Store, id: string): AsyncGenerator<string, void, void> {
  yield* (await import("../sessions.ts")).exportSession(store, id)
}

async function findOne(store: Store, name: string): Promise<SessionRow> {
  const rows = await store.sessions.find(name)
  const [first] = rows
  if (first === undefined)
    throw new PawlError("session-missing", `There is no session "${name}". List the sessions to see their names.`)
  if (rows.length === 1) return first
  const some = rows.slice(0, 5).map((row) => row.id)
  throw new PawlError("name-ambiguous", `"${name}" names ${rows.length} sessions. Use an id: ${some.join(", ")}.`)
}
