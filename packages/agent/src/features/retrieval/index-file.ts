// Opens the index in its own SQLite file. It holds words and positions, no text, and nothing that could not be created
// again: a file that is damaged, of another version or of another folder is rebuilt; a file that is not an index is
// moved aside, never deleted.
import { chmodSync, closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type Sqlite from "better-sqlite3"
import { defined } from "../../base/defined.ts"
import { isPawlError, messageOf } from "../../contracts/error.ts"
import { sqlitePackage } from "../../outside/packages.ts"
import {
  APPLICATION_ID,
  FOREIGN,
  makeTables,
  mustBeOurs,
  mustNotBeForeign,
  refused,
  STORE_ID,
  Unusable,
} from "./index-tables.ts"

const Database = sqlitePackage()

export interface OpenedIndex {
  readonly db: Sqlite.Database
  /** Inode of the file that was opened: another process may have put a new file there since. */
  readonly inode?: number
  /** Why it had to be rebuilt. */
  readonly rebuilt?: string
  /** Why it is kept in memory only. */
  readonly problem?: string
}

export interface IndexPlace {
  /** Undefined: in memory. */
  readonly path: string | undefined
  readonly root: string
}

/**
 * In milliseconds. No turn waits for the lock of another process: what cannot be written now is written a moment later.
 */
const BUSY_MS = 20
const OPENING_MS = 5000

export function openIndex({ path, root }: IndexPlace): OpenedIndex {
  if (path === undefined) return { db: prepared(new Database(":memory:"), root) }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const reason = whyNotUsable(path)
    if (reason !== undefined) remove(path, { isOurs: false })
    return openFile(path, root, reason)
  } catch (error) {
    if (isPawlError(error)) throw error
    const problem = `The index "${path}" cannot be opened (${messageOf(error)}), so it is kept in memory.`
    return { db: prepared(new Database(":memory:"), root), problem }
  }
}

/** For an index that turned out to be damaged while it was in use, and is closed now. */
export function rebuildIndex({ path, root }: IndexPlace, { inode }: OpenedIndex, why: string): OpenedIndex {
  try {
    if (path !== undefined && inodeOf(path) === inode) remove(path, { isOurs: true })
  } catch {
    // It cannot be removed: opening it reports what is wrong.
  }
  return { ...openIndex({ path, root }), rebuilt: why }
}

export function isDamage(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : ""
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

/** Checks before SQLite opens the file, because SQLite would write to it. */
function whyNotUsable(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || (stats.isFile() && stats.size === 0)) return undefined
  if (!stats.isFile()) throw refused(path, "is a folder or a device")
  const header = readHeader(path)
  if (header.toString("latin1", 0, 16) !== "SQLite format 3\0") return NO_DATABASE
  const id = header.readUInt32BE(68)
  if (id === STORE_ID) throw refused(path, "is a store of sessions")
  // Another process has just created it with SQLite and not yet made the tables: no id, no table.
  if (id === 0 && header.readUInt16BE(103) === 0) return undefined
  return id === APPLICATION_ID ? undefined : FOREIGN
}

const NO_DATABASE = "it was no SQLite file"

/** SQLite's header of 100 bytes, and the beginning of the first page of the schema. */
function readHeader(path: string): Buffer {
  const header = Buffer.alloc(108)
  const file = openSync(path, "r")
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  return header
}

function remove(path: string, { isOurs }: { readonly isOurs: boolean }): void {
  const aside = `${path}.aside-${Date.now()}`
  for (const end of ["", "-wal", "-shm"]) {
    if (isOurs) rmSync(`${path}${end}`, { force: true })
    else if (statSync(`${path}${end}`, { throwIfNoEntry: false }) !== undefined)
      renameSync(`${path}${end}`, `${aside}${end}`)
  }
}

function openFile(path: string, root: string, reason: string | undefined): OpenedIndex {
  let rebuilt = reason
  for (let tries = 1; ; tries++) {
    try {
      const db = prepared(new Database(path, { timeout: OPENING_MS }), root)
      db.pragma(`busy_timeout = ${BUSY_MS}`)
      keepPrivate(path)
      const inode = inodeOf(path)
      return { db, ...defined({ inode, rebuilt }) }
    } catch (error) {
      if (tries === OPENING_TRIES) throw error
      // SQLite does not wait in every case: two processes that create a new file at once may block each other.
      if (isBusy(error)) pause(BUSY_MS)
      else if (error instanceof Unusable || isDamage(error)) {
        rebuilt = error instanceof Unusable ? error.message : `it was damaged: ${messageOf(error)}`
        remove(path, { isOurs: !(error instanceof Unusable) || error.isOurs })
      } else throw error
    }
  }
}

const OPENING_TRIES = 20

/** Blocking is fine: this thread does nothing else. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function prepared(db: Sqlite.Database, root: string): Sqlite.Database {
  try {
    mustNotBeForeign(db)
    db.pragma("journal_mode = WAL")
    // A power cut may lose the last commits; the next walk makes them again.
    db.pragma("synchronous = NORMAL")
    db.transaction(() => makeTables(db, root)).immediate()
    mustBeOurs(db, root)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function keepPrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600)
    } catch {
      // Another user's file that this user may write, or a WAL that does not exist yet.
    }
  }
}
