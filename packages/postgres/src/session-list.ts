// Reads the list of sessions from columns, without folding facts.
import type { SessionQuery, SessionRow } from "@pawl/agent"
import { type SessionColumns, toSessionRow } from "@pawl/agent/store"
import type { SessionChanges } from "@pawl/agent/types"
import type { Database } from "./database.ts"
import { plain } from "./plain.ts"

const SELECT = "select s.* from sessions s"
const NEWEST_FIRST = "order by s.updated_second desc, s.updated_at desc, s.id"
const MIN_PREFIX_CHARS = 4

async function rowsOf(database: Database, where: string, values: readonly unknown[]): Promise<readonly SessionRow[]> {
  return (await database.read<SessionColumns>(`${SELECT} ${where}`, values)).map(toSessionRow)
}

export async function getSession(database: Database, id: string): Promise<SessionRow | undefined> {
  const [row] = await rowsOf(database, "where s.id = $1", [plain(id)])
  return row
}

export async function findSessions(database: Database, given: string): Promise<readonly SessionRow[]> {
  const name = plain(given)
  const exact = await rowsOf(database, "where s.id = $1", [name])
  if (exact.length > 0) return exact
  const titled = await rowsOf(database, `where s.title = $1 ${NEWEST_FIRST}`, [name])
  if (titled.length > 0) return titled
  // The title in the list, where the session has no title of its own: first by its first word, then in full.
  const [word = ""] = name.split(" ")
  const begins = `where s.title is null and starts_with(ltrim(s.preview, E' \\t\\r\\n'), $1) ${NEWEST_FIRST}`
  const called = (await rowsOf(database, begins, [word])).filter((row) => row.title === name)
  if (called.length > 0 || name.length < MIN_PREFIX_CHARS) return called
  return rowsOf(database, `where s.id >= $1 and starts_with(s.id, $1) ${NEWEST_FIRST}`, [name])
}

export async function listSessions(database: Database, query: SessionQuery): Promise<readonly SessionRow[]> {
  const { after, owner, archived, status, asking, tag = [], limit = 100 } = query
  const conditions: string[] = []
  const values: unknown[] = []
  const where = (condition: (value: string) => string, value: unknown) => {
    values.push(value)
    conditions.push(condition(`$${values.length}`))
  }
  if (after !== undefined) {
    where((value) => `s.updated_second <= ${value}::bigint / 1000`, after.updatedAt)
    const at = `$${values.length}::bigint`
    where((value) => `(s.updated_at < ${at} or (s.updated_at = ${at} and s.id > ${value}))`, after.id)
  }
  if (owner !== undefined) where((value) => `s.owner = ${value}`, owner)
  if (archived !== undefined) where((value) => `s.archived = ${value}`, archived)
  if (status !== undefined) where((value) => `s.status = any(${value})`, [status].flat())
  if (asking !== undefined) conditions.push(asking ? "s.open_requests <> '[]'" : "s.open_requests = '[]'")
  const tags = [tag].flat()
  if (tags.length > 0) where((value) => `s.tags @> ${value}`, tags.map(plain))
  const all = conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`
  return rowsOf(database, `${all} ${NEWEST_FIRST} limit $${values.length + 1}`, [...values, limit])
}

export async function sessionChanges(database: Database, after: number | undefined): Promise<SessionChanges> {
  // One statement, so that the bounds and the list are of one moment.
  const [row] = await database.read<Changes>(
    `select coalesce(max(place), 0) as last, min(place) as first,
       coalesce(array_agg(id order by place) filter (where place > $1), '{}') as ids from session_changes`,
    [after ?? Number.MAX_SAFE_INTEGER],
    "changes",
  )
  const { first, last, ids } = row ?? { first: null, last: 0, ids: [] }
  const isComplete = after === undefined || first === null || after >= first - 1
  return { place: last, ids: [...new Set(ids)], isComplete }
}

interface Changes {
  readonly first: number | null
  readonly last: number
  readonly ids: readonly string[]
}
