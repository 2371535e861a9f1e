// Brings a database to the version of this Pawl. Processes that start at once take turns, and the first one does the work. Tables of
// a newer Pawl are used as they are, if that one left them usable.
import { PawlError } from "@pawl/agent"
import { messageOf } from "@pawl/agent/store"
import type { Query } from "../database.ts"
import { MIGRATIONS, USABLE_FROM } from "./migrations.ts"

/** The oldest PostgreSQL that has what the store uses. */
const OLDEST = { major: 15, version: 150_000 }

export interface Migrating {
  /** How messages name the database. */
  readonly name: string
  readonly schema: string
  readonly query: Query
  readonly transaction: (work: (query: Query) => Promise<void>) => Promise<void>
}

/** A database that is up to date is only read, so that a process needs no right to change tables. */
export async function migrate({ name, schema, query, transaction }: Migrating): Promise<void> {
  await checkServer(name, query)
  if ((await versionOf(name, query)) >= MIGRATIONS.length) return
  await transaction(async (ask) => {
    await ask("select pg_advisory_xact_lock(7361, hashtext($1 || '.migration'))", [schema])
    const version = await versionOf(name, ask)
    if (version >= MIGRATIONS.length) return
    await makeSchema(name, schema, ask)
    for (const migration of MIGRATIONS.slice(version)) await ask(migration)
    await ask("create table if not exists store (version integer not null)")
    await ask("alter table store add column if not exists usable_from integer")
    await ask("delete from store")
    await ask("insert into store (version, usable_from) values ($1, $2)", [MIGRATIONS.length, USABLE_FROM])
  })
}

async function checkServer(name: string, query: Query): Promise<void> {
  const [found] = await query<{ readonly server_version_num: string }>("show server_version_num")
  const version = Number(found?.server_version_num)
  if (version >= OLDEST.version) return
  const message = `The database ${name} is PostgreSQL ${Math.floor(version / 10_000)}, and Pawl needs ${OLDEST.major} or newer. Upgrade it, or choose another.`
  throw new PawlError("config-invalid", message)
}

/** 0 for a database without a store. More than this Pawl knows, where it can use the tables all the same. */
async function versionOf(name: string, query: Query): Promise<number> {
  const [table] = await query<{ readonly found: boolean }>("select to_regclass('store') is not null as found")
  if (table?.found !== true) return 0
  const [row] = await query<StoreRow>(VERSION)
  const { version = 0, usable_from: usableFrom } = row ?? {}
  const known = MIGRATIONS.length
  if (version <= known || (usableFrom ?? version) <= known) return version
  const since = usableFrom ?? version
  const message = `The store in the database ${name} was made by a newer Pawl (version ${version}, for a Pawl that knows ${since}; this one knows ${known}). Upgrade Pawl; nothing was changed.`
  throw new PawlError("store-newer", message)
}

interface StoreRow {
  readonly version: number
  readonly usable_from?: number | null
}

/** By way of JSON, since a store that was made before there was "usable_from" does not have it. */
const VERSION = "select version, (to_jsonb(store) ->> 'usable_from')::integer as usable_from from store"

async function makeSchema(name: string, schema: string, query: Query): Promise<void> {
  const [found] = await query("select from pg_namespace where nspname = $1", [schema])
  if (found !== undefined) return
  try {
    await query(`create schema "${schema}"`)
  } catch (cause) {
    const why = `The database ${name} has no schema "${schema}", and it could not be made: ${messageOf(cause)}. `
    const what = `Have an administrator run: create schema "${schema}" authorization THIS_ROLE.`
    throw new PawlError("config-invalid", why + what, { cause })
  }
}
