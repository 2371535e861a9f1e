// The connections to one file, and the migration of its schema.
import { chmodSync } from "node:fs"
import type Sqlite from "better-sqlite3"
import { sqlitePackage } from "../../outside/packages.ts"
import { countOf, firstCount, schemaOf, versionOf, versionWith } from "./file-version.ts"
import { prepareFile, refuseNewer } from "./open-checks.ts"
import type { OpenOptions } from "./protocol.ts"
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts"

const Database = sqlitePackage()

export interface WriterConnections {
  /** Every commit is on the disk before it returns. */
  readonly durable: Sqlite.Database
  /** For rows that may be lost. It never checkpoints: that must sync first. */
  readonly loose: Sqlite.Database
}

export function openWriter({ path, maxPages, busyTimeoutMs }: OpenOptions): WriterConnections {
  prepareFile(path)
  const durable = connect(path, busyTimeoutMs)
  try {
    durable.pragma("journal_mode = WAL")
    durable.pragma("synchronous = FULL")
    migrate(durable, path)
    const loose = connect(path, busyTimeoutMs)
    loose.pragma("synchronous = OFF")
    loose.pragma("wal_autocheckpoint = 0")
    if (maxPages !== undefined) durable.pragma(`max_page_count = ${maxPages}`)
    keepPrivate(path)
    return { durable, loose }
  } catch (error) {
    durable.close()
    throw error
  }
}

/**
 * For commits on the caller's own thread: it never waits for other writers, and leaves checkpoints, which sync more than a
 * commit does, to the writer thread.
 */
export function openCaller({ path, maxPages }: Pick<OpenOptions, "path" | "maxPages">): WriterConnections {
  const durable = connect(path, 0)
  if (maxPages !== undefined) durable.pragma(`max_page_count = ${maxPages}`)
  durable.pragma("synchronous = FULL")
  durable.pragma("wal_autocheckpoint = 0")
  return { durable, loose: durable }
}

export function openReader(path: string, { busyTimeoutMs }: Pick<OpenOptions, "busyTimeoutMs">): Sqlite.Database {
  const db = connect(path, busyTimeoutMs)
  db.pragma("query_only = ON")
  return db
}

/** Twice as long as a backup or a checkpoint of another process is known to lock the file, which is ten seconds. */
const BUSY_TIMEOUT_MS = 20_000

function connect(path: string, timeout = BUSY_TIMEOUT_MS): Sqlite.Database {
  const db = new Database(path, { timeout })
  // Deleted text is overwritten, not only unlinked.
  db.pragma("secure_delete = ON")
  return db
}

function migrate(db: Sqlite.Database, path: string): void {
  if (schemaOf(versionOf(db)) === MIGRATIONS.length) return
  const steps = db.transaction(() => {
    // Checked again inside the transaction: another process may have migrated it meanwhile.
    const version = versionOf(db)
    const schema = schemaOf(version)
    refuseNewer(path, schema)
    for (const step of MIGRATIONS.slice(schema)) db.exec(step)
    db.pragma(`application_id = ${APPLICATION_ID}`)
    db.pragma(`user_version = ${versionWith(MIGRATIONS.length, countOf(version) || firstCount())}`)
  })
  steps.immediate()
  // So that the file's header, without its WAL, contains the application id and version.
  db.pragma("wal_checkpoint(TRUNCATE)")
}

function keepPrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600)
    } catch {
      // A file of another user that we may write, or a WAL that does not exist yet: SQLite gives it the database's mode.
    }
  }
}
