// The sessions of an agent's store: list, find, search, remove, export and import.
import { defined } from "../base/defined.ts"
import { PawlError } from "../contracts/error.ts"
import { type Names, refuseUnknown } from "../contracts/known-options.ts"
import type { SessionQuery, SessionRow, Status } from "../contracts/sessions.ts"
import type { Store } from "../contracts/store.ts"
import type { SearchOptions } from "../store/archive.ts"
import type { Agent, SessionFilter } from "./agent.ts"
import { maxSessionsFor } from "./limiting.ts"
import type { Setup } from "./setup.ts"

export function storedSessions(setup: Setup): Omit<Agent["sessions"], "get"> {
  const { store } = setup.parts
  return {
    list: async (filter = {}) => {
      refuseUnknown("agent.sessions.list", filter, LIST, { instead: 'Write agent.sessions.list({ owner: "ann" }).' })
      checkFilter(filter)
      const { text, ...query } = filter
      // An empty search box asks for everything.
      return text === undefined || text === "" ? store.sessions.list(query) : listWith(text, store, query)
    },
    find: (name) => findOne(store, name),
    remove: async (id) => (await import("../session/remove-session.ts")).removeSession(store, textOf(id, "remove")),
    search: async (words, how = {}) => {
      refuseUnknown("agent.sessions.search", how, SEARCH)
      return (await import("../sessions.ts")).archiveOf(store).search(textOf(words, "search"), how)
    },
    export: (id) => exportFrom(store, id),
    import: async (lines, how) => {
      const maxSessionsOf = (owner: string | null) => maxSessionsFor(owner, setup)
      return (await import("../sessions.ts")).importSession(store, lines, { maxSessionsOf, ...how })
    },
  }
}

const SEARCH: Names<SearchOptions> = { limit: true }
const LIST: Names<SessionFilter> = {
  limit: true,
  after: true,
  owner: true,
  archived: true,
  status: true,
  asking: true,
  tag: true,
  text: true,
}

const STATUSES: Readonly<Record<Status, true>> = {
  idle: true,
  processing: true,
  tool_loop: true,
  waiting: true,
  failed: true,
}

/** A wrong status would list nothing, and a wrong limit whatever the store makes of it. */
function checkFilter({ status = [], limit = 1, text = "" }: SessionFilter): void {
  if (typeof text !== "string")
    throw new PawlError("input-invalid", `text must be words. Write agent.sessions.list({ text: "invoice tuesday" }).`)
  const known = Object.keys(STATUSES)
  const strange = [status].flat().find((each) => !known.includes(each))
  if (strange !== undefined)
    throw new PawlError("input-invalid", `There is no status "${strange}". Choose from: ${known.join(", ")}.`)
  if (!Number.isInteger(limit) || limit < 1)
    throw new PawlError("input-invalid", `The limit of a list must be a whole number of at least 1, and is ${limit}.`)
}

function textOf(given: unknown, of: "remove" | "search"): string {
  if (typeof given === "string") return given
  const instead = of === "search" ? '"invoice tuesday"' : "session.id"
  throw new PawlError("input-invalid", `agent.sessions.${of} takes a text. Write agent.sessions.${of}(${instead}).`)
}

/** A search finds ids by words; the row of each decides whether it is wanted. */
async function listWith(words: string, store: Store, query: SessionQuery): Promise<readonly SessionRow[]> {
  const { archiveOf } = await import("../sessions.ts")
  const { limit = 100, ...which } = query
  const ids = new Set((await archiveOf(store).search(words, { limit: MOST_HITS })).map(({ id }) => id))
  const found: SessionRow[] = []
  let after = which.after
  while (found.length < limit) {
    const page = await store.sessions.list({ ...which, limit: PAGE, ...defined({ after }) })
    found.push(...page.filter(({ id }) => ids.has(id)))
    after = page.at(-1)
    if (page.length < PAGE) break
  }
  return found.slice(0, limit)
}

const MOST_HITS = 10_000
const PAGE = 500

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
