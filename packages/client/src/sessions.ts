// The sessions of a server: list, find, search, export, import, remove.
import type { SearchOptions, SessionFilter, Sessions } from "./client-types.ts"
import { PawlClientError } from "./error.ts"
import { orMissing } from "./or-missing.ts"
import { rowOf, type SessionRow } from "./rows.ts"
import { Session } from "./session.ts"
import { exported, imported } from "./transfer.ts"
import type { Transport } from "./transport.ts"

export function sessionsOf(transport: Transport): Sessions<Session> {
  return {
    list: (query = {}) => list(transport, query),
    async get(id) {
      const found = await orMissing(transport.call("sessions.get", { params: { session: id } }))
      return found && new Session(found.id, transport)
    },
    named: (name) => named(transport, name),
    async find(name) {
      const rows = await named(transport, name)
      const [first] = rows
      if (first !== undefined && rows.length === 1) return first
      throw first === undefined ? missing(name) : ambiguous(name, rows)
    },
    async remove(id) {
      return (
        (await orMissing(transport.call("sessions.remove", { params: { session: id } }, { again: true }))) !== undefined
      )
    },
    async search(text, { limit }: SearchOptions = {}) {
      return (await transport.call("sessions.search", { query: { text, ...(limit !== undefined && { limit }) } })).hits
    },
    export: (id) => exported(transport, id),
    import: (lines) => imported(transport, lines),
  }
}

async function named(transport: Transport, name: string): Promise<readonly SessionRow[]> {
  return (await transport.call("sessions.find", { query: { name } })).sessions.map(rowOf)
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

export function missing(name: string): PawlClientError {
  return new PawlClientError(`There is no session "${name}". Check its id.`, {
    code: "session-missing",
    retryable: false,
    status: 404,
  })
}

function ambiguous(name: string, sessions: readonly SessionRow[]): PawlClientError {
  const ids = sessions.slice(0, 5).map(({ id }) => id)
  return new PawlClientError(`"${name}" names ${sessions.length} sessions. Use an id: ${ids.join(", ")}.`, {
    code: "name-ambiguous",
    retryable: false,
    status: 409,
  })
}
