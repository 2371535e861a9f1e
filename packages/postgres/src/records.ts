// The port of records: small documents of the program around the agents.
import type { Json } from "@pawl/agent"
import type { ListedRecord, RecordQuery, Records } from "@pawl/agent/types"
import type { Database } from "./database.ts"
import type { Parts } from "./parts.ts"

interface Row {
  readonly key: string
  readonly value: string
  readonly version: number
}

export function postgresRecords({ database, lanes, channel }: Parts): Records {
  const told = async <T>(kind: string, key: string, write: () => Promise<T>): Promise<T> => {
    const done = await lanes.run(JSON.stringify([kind, key]), write)
    channel.changed()
    return done
  }
  return {
    get: async (kind, key) => {
      const [row] = await database.read<Row>(GET, [kind, key], "get-record")
      return row && { value: JSON.parse(row.value) as Json, version: row.version }
    },
    put: (kind, key, value, expected) => {
      const body = JSON.stringify(value)
      return told(kind, key, () => put(database, [kind, key, body], expected))
    },
    remove: (kind, key, expected) => told(kind, key, () => remove(database, [kind, key], expected)),
    list: (kind, query = {}) => list(database, kind, query),
    kinds: async () => (await database.read<{ readonly kind: string }>(KINDS)).map(({ kind }) => kind),
  }
}

const GET = "select key, value, version from records where kind = $1 and key = $2"
const KINDS = "select distinct kind from records order by kind"
const NEXT = "nextval('record_versions')"
/** The version is drawn once the row is locked, so that versions of one key only rise. */
const UPSERT = `insert into records as r (kind, key, value, version) values ($1, $2, $3, ${NEXT})
  on conflict (kind, key) do update set value = excluded.value, version = ${NEXT} returning version`
const INSERT = `insert into records (kind, key, value, version) values ($1, $2, $3, ${NEXT})
  on conflict (kind, key) do nothing returning version`
const UPDATE = `update records set value = $3, version = ${NEXT} where kind = $1 and key = $2 and version = $4 returning version`

async function put(
  database: Database,
  [kind, key, body]: readonly [string, string, string],
  expected: number | undefined,
): Promise<number | undefined> {
  return database.attempt(async (query, mayHaveRun) => {
    const values = [kind, key, body]
    const [row] =
      expected === undefined
        ? await query<Row>(UPSERT, values, "put-record")
        : expected === 0
          ? await query<Row>(INSERT, values, "add-record")
          : await query<Row>(UPDATE, [...values, expected], "change-record")
    if (row !== undefined || !mayHaveRun) return row?.version
    // An earlier attempt, whose answer was lost, may have stored it.
    const [found] = await query<Row>(GET, [kind, key])
    return found?.value === body && found.version > (expected ?? 0) ? found.version : undefined
  })
}

async function remove(
  database: Database,
  [kind, key]: readonly [string, string],
  expected: number | undefined,
): Promise<boolean> {
  return database.attempt(async (query, mayHaveRun) => {
    const removed = await query<Row>(
      "delete from records where kind = $1 and key = $2 and ($3::bigint is null or version = $3) returning key",
      [kind, key, expected ?? null],
      "remove-record",
    )
    if (removed.length > 0 || !mayHaveRun) return removed.length > 0
    return (await query<Row>(GET, [kind, key])).length === 0
  })
}

async function list(
  database: Database,
  kind: string,
  { prefix = "", after = null, limit = null }: Nullable<RecordQuery>,
): Promise<readonly ListedRecord[]> {
  const rows = await database.read<Row>(
    `select key, value, version from records where kind = $1 and starts_with(key, $2) and key >= $2
       and ($3::text is null or key > $3) order by key limit $4`,
    [kind, prefix, after, limit],
    "list-records",
  )
  return rows.map(({ key, value, version }) => ({ key, value: JSON.parse(value) as Json, version }))
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null }
