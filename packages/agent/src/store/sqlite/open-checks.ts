// Checks a file before anything is written to it: a file that is not ours, damaged or newer is left unchanged.
import { closeSync, fchmodSync, mkdirSync, openSync, readFileSync, statSync } from "node:fs"
import { dirname } from "node:path"
import type Sqlite from "better-sqlite3"
import { messageOf, PawlError } from "../../contracts/error.ts"
import { sqlitePackage } from "../../outside/packages.ts"
import { isBusy, isOfDisk } from "./explain.ts"
import { schemaOf, versionOf } from "./file-version.ts"
import { inodeIn, OwnDescriptor, readAnew } from "./own-descriptor.ts"
import { APPLICATION_ID, MIGRATIONS } from "./schema.ts"
import { withSecondLook } from "./second-look.ts"

const Database = sqlitePackage()

/** Refuses files that we must not touch; creates an empty file, readable by its owner only, if there is none. */
export function prepareFile(path: string, timeoutMs = 10_000): void {
  const size = sizeOf(path)
  if (size === undefined) createFile(path)
  else if (size > 0)
    withSecondLook(
      () => inspect(path, timeoutMs),
      () => stampOf(path),
    )
}

export function refuseNewer(path: string, version: number): void {
  if (version <= MIGRATIONS.length) return
  throw new PawlError(
    "store-newer",
    `The store "${path}" was written by a newer Pawl (schema ${version}; this one knows ${MIGRATIONS.length}). ` +
      `Upgrade Pawl, or choose another path. Nothing was changed.`,
  )
}

function inspect(path: string, timeoutMs: number): void {
  const inHand = new OwnDescriptor(path, inodeIn(statSync(path, { bigint: true }))).read(HEADER_BYTES)
  const header = inHand ?? readAnew(path, HEADER_BYTES)
  if (header.length < HEADER_BYTES || !isSqlite(header)) throw damaged(path, "it does not begin like an SQLite file")
  if (isUntouched(header)) return
  if (header.readUInt32BE(68) !== APPLICATION_ID) throw foreign(path)
  refuseNewer(path, schemaOf(header.readUInt32BE(60)))
  const hasWal = (sizeOf(`${path}-wal`) ?? 0) > 0
  const size = sizeOf(path) ?? 0
  if (!hasWal && header.readUInt32BE(28) * pageSize(header) > size) throw damaged(path, "its end is missing")
  if (!hasWal && size <= SMALL_BYTES && inHand === undefined) checkCopy(path)
  else checkInPlace(path, hasWal, timeoutMs)
}

/** When the file and its log were last written, and how long they are. */
function stampOf(path: string): string {
  const stats = [path, `${path}-wal`].map((file) => statSync(file, { bigint: true, throwIfNoEntry: false }))
  return stats.map((each) => `${each?.ino} ${each?.size} ${each?.mtimeNs}`).join()
}

/** Up to this size every page is checked, which takes a few milliseconds. */
const SMALL_BYTES = 4 * 1024 * 1024

function sizeOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile()) return stats?.size
  throw new PawlError(
    "store-failed",
    `The store's path "${path}" is a folder or a device, not a file. Choose a file's path.`,
  )
}

function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // Another process may have created it meanwhile: mode "a" accepts that.
  const file = openSync(path, "a", 0o600)
  fchmodSync(file, 0o600)
  closeSync(file)
}

/** SQLite's header of 100 bytes, and the beginning of the schema's first page. */
const HEADER_BYTES = 108

function isSqlite(header: Buffer): boolean {
  return header.toString("latin1", 0, 16) === "SQLite format 3\0"
}

function pageSize(header: Buffer): number {
  const size = header.readUInt16BE(16)
  return size === 1 ? 65536 : size
}

/** SQLite just created it, and that process has not written the schema yet: no id, no version, no table. */
function isUntouched(header: Buffer): boolean {
  return header.readUInt32BE(60) === 0 && header.readUInt32BE(68) === 0 && header.readUInt16BE(103) === 0
}

/** Checked in memory, so that not even a -wal or -shm file appears beside the original. */
function checkCopy(path: string): void {
  const bytes = readFileSync(path)
  // A database in memory has no WAL; 1 means "no WAL" in the two version bytes.
  bytes.fill(1, 18, 20)
  check(path, () => new Database(bytes))
}

/** For files that are too large, or in use, for a copy: the schema and the list of sessions must be readable. */
function checkInPlace(path: string, hasWal: boolean, timeout: number): void {
  // With a WAL, a read-only connection leaves it unchanged on close; without one, an ordinary connection leaves no trace.
  check(path, () => new Database(path, { readonly: hasWal, fileMustExist: true, timeout }), { quick: true })
}

function check(path: string, open: () => Sqlite.Database, how: { readonly quick?: boolean } = {}): void {
  let db: Sqlite.Database | undefined
  try {
    db = open()
    refuseNewer(path, schemaOf(versionOf(db)))
    db.prepare("select * from sessions order by key desc limit 1").get()
    const verdict = how.quick === true ? "ok" : db.pragma("quick_check(1)", { simple: true })
    if (verdict !== "ok") throw new Error(String(verdict))
  } catch (error) {
    // A file that another process keeps locked, or that lies on a full disk, is not damaged.
    if (error instanceof PawlError || isBusy(error) || isOfDisk(error)) throw error
    throw damaged(path, messageOf(error), error)
  } finally {
    db?.close()
  }
}

function foreign(path: string): PawlError {
  return new PawlError(
    "store-corrupt",
    `The file "${path}" is an SQLite database of another program, not a store of Pawl's. Choose another path. Nothing was changed.`,
  )
}

function damaged(path: string, why: string, cause?: unknown): PawlError {
  return new PawlError(
    "store-corrupt",
    `The file "${path}" is not a store of Pawl's, or is damaged: ${why}. Restore a backup or choose another path. Nothing was changed.`,
    { cause },
  )
}
