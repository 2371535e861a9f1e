// Brings a database to the version of this Pawl. Processes that start at once take turns, and the first one does the work.
import { PawlError } from "@pawl/agent"
import { messageOf } from "@pawl/agent/store"
import type { Query } from "../database.ts"
import { MIGRATIONS } from "./migrations.ts"

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
  if ((await versionOf(name, query)) === MIGRATIONS.length) return
  await transaction(async (ask) => {
    await ask("select pg_advisory_xact_lock(7361, hashtext($1 || '.migration'))", [schema])
    const version = await versionOf(name, ask)
    if (version === MIGRATIONS.length) return
    await makeSchema(name, schema, ask)
    for (const migration of MIGRATIONS.slice(version)) await ask(migration)
    await ask("create table if not exists store (version integer not null)")
    await ask("delete from store")
    await ask("insert into store (version) values ($1)", [MIGRATIONS.length])
  })
}

async function checkServer(name: string, query: Query): Promise<void> {
  const [found] = await query<{ readonly server_version_num: string }>("show server_version_num")
  const version = Number(found?.server_version_num)
  if (version >= OLDEST.version) return
  const message = `The database ${name} is PostgreSQL ${Math.floor(version / 10_000)}, and Pawl needs ${OLDEST.major} or newer. Upgrade it, or choose another.`
  throw new PawlError("config-invalid", message)
}

/** 0 for a database without a store. */
async function versionOf(name: string, query: Query): Promise<number> {
  const [table] = await query<{ readonly found: boolean }>("select to_regclass('store') is not null as found")
  if (table?.found !== true) return 0
  const [row] = await query<{ readonly version: number }>("select version from store")
  const version = row?.version ?? 0
  if (version <= MIGRATIONS.length) return version
  const message = `The store in the database ${name} was made by a newer Pawl (version ${version}, this one knows ${MIGRATIONS.length}). Upgrade Pawl; nothing was changed.`
  throw new PawlError("store-newer", message)
}

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
