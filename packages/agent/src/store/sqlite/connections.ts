// The connections to one file, and the migration of its schema.
import { chmodSync, statSync } from "node:fs"
import type Sqlite from "better-sqlite3"
import { sqlitePackage } from "../../outside/packages.ts"
import type { FileMark } from "./file-mark.ts"
import { countOf, firstCount, schemaOf, versionOf, versionWith } from "./file-version.ts"
import { prepareFile, refuseNewer } from "./open-checks.ts"
import { inodeIn } from "./own-descriptor.ts"
import type { OpenOptions } from "./protocol.ts"
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts"

const Database = sqlitePackage()

export interface WriterConnections {
  /** Every commit is as durable as the user chose before it returns. */
  readonly durable: Sqlite.Database
  /** Opens the connection for rows that may be lost. It never checkpoints: that must sync first. */
  readonly loose: () => Sqlite.Database
}

/** Opens the file on the writer thread, which may wait for other processes and migrate a large file. */
export function openWriter(options: OpenOptions): WriterConnections {
  prepareFile(options.path)
  return created(options, options.busyTimeoutMs)
}

/**
 * Opens the file on the caller's thread. Throws if that may take long, or fails: then the thread opens it, or reports the
 * problem. From then on the connection never waits for other writers.
 */
export function openHere(options: OpenOptions): WriterConnections {
  const { path } = options
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })
  if ((wal?.size ?? 0) > QUICK_WAL_BYTES) throw new Error("The write-ahead log takes long to recover.")
  prepareFile(path, HERE_TIMEOUT_MS)
  const opened = created(options, HERE_TIMEOUT_MS, { migrates: false })
  return onCaller(opened.durable, path)
}

/**
 * For commits on the caller's own thread, after the writer thread has opened the file: it never waits for other writers, and
 * decides itself when to checkpoint.
 */
export function openCaller(options: OpenOptions): WriterConnections {
  return onCaller(connect(options, 0), options.path)
}

/** Opens, on the writer thread, the file that the caller's thread has checked and has open. Never creates or changes it. */
export function openBeside(options: OpenOptions, mark: FileMark): WriterConnections {
  const { path, busyTimeoutMs } = options
  if (inodeIn(statSync(path, { bigint: true })) !== mark.inode) throw new Error("This is another file.")
  return { durable: connect(options, busyTimeoutMs), loose: () => looseConnection(path, busyTimeoutMs) }
}

export function openReader(path: string, { busyTimeoutMs }: Pick<OpenOptions, "busyTimeoutMs">): Sqlite.Database {
  const db = connection(path, busyTimeoutMs)
  db.pragma("query_only = ON")
  return db
}

/** Twice as long as a backup or a checkpoint of another process is known to lock the file, which is ten seconds. */
const BUSY_TIMEOUT_MS = 20_000
/** Less than it takes to start a thread that waits. */
const HERE_TIMEOUT_MS = 20
/** SQLite reads a write-ahead log that a killed process left: this much in a few milliseconds. */
const QUICK_WAL_BYTES = 16 * 1024 * 1024

/** Creates the schema in a new file, and brings an old one up to date. */
function created(options: OpenOptions, timeoutMs: number | undefined, how = { migrates: true }): WriterConnections {
  const { path } = options
  const durable = connect(options, timeoutMs)
  try {
    durable.pragma("journal_mode = WAL")
    migrate(durable, path, how)
    keepPrivate(path)
    return { durable, loose: () => looseConnection(path, timeoutMs) }
  } catch (error) {
    durable.close()
    throw error
  }
}

function onCaller(durable: Sqlite.Database, path: string): WriterConnections {
  durable.pragma("busy_timeout = 0")
  // A checkpoint takes longer than a commit: see Writer.runAtOnce.
  durable.pragma("wal_autocheckpoint = 0")
  return { durable, loose: () => looseConnection(path, 0) }
}

function connect({ path, maxPages, durability }: OpenOptions, timeoutMs: number | undefined): Sqlite.Database {
  const db = connection(path, timeoutMs)
  db.pragma(`synchronous = ${durability === "process-crash" ? "NORMAL" : "FULL"}`)
  if (maxPages !== undefined) db.pragma(`max_page_count = ${maxPages}`)
  return db
}

function looseConnection(path: string, timeoutMs: number | undefined): Sqlite.Database {
  const db = connection(path, timeoutMs)
  db.pragma("synchronous = OFF")
  db.pragma("wal_autocheckpoint = 0")
  return db
}

function connection(path: string, timeout = BUSY_TIMEOUT_MS): Sqlite.Database {
  // The file exists: it was checked, and created if it was missing. One that was deleted since is not created again.
  const db = new Database(path, { timeout, fileMustExist: true })
  // Deleted text is overwritten, not only unlinked.
  db.pragma("secure_delete = ON")
  return db
}

function migrate(db: Sqlite.Database, path: string, { migrates }: { readonly migrates: boolean }): void {
  const found = schemaOf(versionOf(db))
  if (found === MIGRATIONS.length) return
  if (found > 0 && !migrates) throw new Error("The file has an older schema.")
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
