// The sessions of a server: list, find, search, remove.
import type { SearchOptions, SessionFilter, Sessions } from "./client-types.ts"
import { PawlClientError } from "./error.ts"
import { rowOf, type SessionRow } from "./rows.ts"
import { Session } from "./session.ts"
import type { Transport } from "./transport.ts"
import type { Session as WireSession } from "./wire.ts"

export function sessionsOf(transport: Transport): Sessions<Session> {
  return {
    list: (query = {}) => list(transport, query),
    async get(id) {
      const found = await orMissing(transport.call("sessions.get", { params: { session: id } }))
      return found && new Session(found.id, transport)
    },
    async find(name) {
      const { sessions } = await transport.call("sessions.find", { query: { name } })
      const [first] = sessions
      if (first !== undefined && sessions.length === 1) return rowOf(first)
      throw first === undefined ? missing(name) : ambiguous(name, sessions)
    },
    async remove(id) {
      return (
        (await orMissing(transport.call("sessions.remove", { params: { session: id } }, { again: true }))) !== undefined
      )
    },
    async search(text, { limit }: SearchOptions = {}) {
      return (await transport.call("sessions.search", { query: { text, ...(limit !== undefined && { limit }) } })).hits
    },
  }
}

/** The most that the server lists at once. */
const PAGE = 200

async function list(transport: Transport, query: SessionFilter): Promise<readonly SessionRow[]> {
  const { limit = 100, after, archived, asking, ...filter } = query
  const wanted = {
    ...filter,
    archived: archived === undefined ? ("any" as const) : (`${archived}` as const),
    ...(asking !== undefined && { asking: `${asking}` as const }),
  }
  const rows: SessionRow[] = []
  let last: { readonly updatedAt: number; readonly id: string } | undefined = after
  while (rows.length < limit) {
    const size = Math.min(PAGE, limit - rows.length)
    const place: { readonly after?: string } = last === undefined ? {} : { after: `${last.updatedAt},${last.id}` }
    const page = await transport.call("sessions.list", { query: { ...wanted, ...place, limit: size } })
    rows.push(...page.sessions.map(rowOf))
    last = rows.at(-1)
    if (page.next === null) break
  }
  return rows
}

/** Undefined instead of an error when there is none. */
export async function orMissing<T>(wanted: Promise<T>): Promise<T | undefined> {
  try {
    return await wanted
  } catch (error) {
    if (error instanceof PawlClientError && error.status === 404) return undefined
    throw error
  }
}

export function missing(name: string): PawlClientError {
  return new PawlClientError(`There is no session "${name}". Check its id.`, {
    code: "session-missing",
    retryable: false,
    status: 404,
  })
}

function ambiguous(name: string, sessions: readonly WireSession[]): PawlClientError {
  const ids = sessions.slice(0, 5).map(({ id }) => id)
  return new PawlClientError(`"${name}" names ${sessions.length} sessions. Use an id: ${ids.join(", ")}.`, {
    code: "name-ambiguous",
    retryable: false,
    status: 409,
  })
}
