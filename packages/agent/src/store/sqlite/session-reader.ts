// Reads the list of sessions from columns, without folding facts.
import type { Database, Statement } from "better-sqlite3"
import type { DueQuery, DueSession, SessionChanges, SessionQuery, SessionRow } from "../../contracts/sessions.ts"
import { type SessionColumns, toSessionRow } from "../sql-rows.ts"
import { dueReader } from "./due-reader.ts"
import { PARENT_KIND } from "./schema.ts"
import { sinceTheLastCommit } from "./since-the-last-commit.ts"

export interface SessionReader {
  get(id: string): SessionRow | undefined
  list(query: SessionQuery): readonly SessionRow[]
  find(name: string): readonly SessionRow[]
  due(query: DueQuery): readonly DueSession[]
  changes(after: number | undefined): SessionChanges
}

const COLUMNS = `id, seq, profile, owner, parent, ${PARENT_KIND} as parent_kind, created_at, status, due_at, open_requests, turns, messages, usage,
  preview, updated_at, error, title, pinned, archived, archived_at, workspace, tags`
const NEWEST_FIRST = "order by updated_second desc, updated_at desc, id"
const MIN_PREFIX_CHARS = 4
/** Sorts after every id with the same prefix. */
const LAST = "\u{10ffff}"

export function sessionReader(db: Database): SessionReader {
  const statements = new Map<string, Statement<unknown[], SessionColumns>>()

  function rows(where: string, ...values: unknown[]): readonly SessionRow[] {
    const statement = statements.get(where) ?? db.prepare(`select ${COLUMNS} from sessions s ${where}`)
    statements.set(where, statement)
    return statement.all(...values).map(toSessionRow)
  }

  function find(name: string): readonly SessionRow[] {
    const exact = rows("where id = ?", name)
    if (exact.length > 0) return exact
    const titled = rows(`where title = ? ${NEWEST_FIRST}`, name)
    if (titled.length > 0) return titled
    // The title in the list, where the session has no title of its own: first by its first word, then in full.
    const [word = ""] = name.split(" ")
    const alike = rows(
      `where title is null and substr(ltrim(preview), 1, ?) = ? ${NEWEST_FIRST}`,
      [...word].length,
      word,
    )
    const called = alike.filter((row) => row.title === name)
    if (called.length > 0 || name.length < MIN_PREFIX_CHARS) return called
    return rows(`where id >= ? and id < ? ${NEWEST_FIRST}`, name, name + LAST)
  }

  return {
    get: (id) => rows("where id = ?", id)[0],
    list: sinceTheLastCommit(db, (query: SessionQuery) => {
      const { where, values } = toWhere(query)
      return rows(`${where} ${NEWEST_FIRST} limit ?`, ...values, query.limit ?? 100)
    }),
    find,
    due: dueReader(db),
    changes: changeReader(db),
  }
}

function toWhere(query: SessionQuery): { readonly where: string; readonly values: unknown[] } {
  const { after, owner, archived, status, asking, tag = [] } = query
  const conditions: string[] = []
  const values: unknown[] = []
  if (after !== undefined) {
    conditions.push("updated_second <= ? and (updated_at < ? or (updated_at = ? and id > ?))")
    values.push(Math.floor(after.updatedAt / 1000), after.updatedAt, after.updatedAt, after.id)
  }
  if (owner !== undefined) {
    conditions.push("owner = ?")
    values.push(owner)
  }
  if (archived !== undefined) {
    conditions.push("archived = ?")
    values.push(Number(archived))
  }
  if (status !== undefined) {
    const wanted = [status].flat()
    conditions.push(`status in (${wanted.map(() => "?").join(", ")})`)
    values.push(...wanted)
  }
  if (asking !== undefined) conditions.push(asking ? "open_requests <> '[]'" : "open_requests = '[]'")
  for (const wanted of [tag].flat()) {
    // The first condition lets SQLite use the index of sessions with tags.
    conditions.push("tags is not null and exists (select 1 from json_each(tags) where value = ?)")
    values.push(wanted)
  }
  return { where: conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`, values }
}

function changeReader(db: Database): SessionReader["changes"] {
  const bounds = db.prepare<[], { readonly first: number | null; readonly last: number | null }>(
    "select min(place) as first, max(place) as last from session_changes",
  )
  const since = db.prepare<[number], string>("select id from session_changes where place > ? order by place").pluck()
  return (after) => {
    const { first, last } = bounds.get() ?? { first: null, last: null }
    const place = last ?? 0
    if (after === undefined) return { place, ids: [], isComplete: true }
    return { place, ids: [...new Set(since.all(after))], isComplete: first === null || after >= first - 1 }
  }
}
