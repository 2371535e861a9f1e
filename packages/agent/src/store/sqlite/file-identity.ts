// Checks that the file is still the one that was opened. If a database is deleted, moved, replaced or overwritten while a
// program uses it, every later write is lost, and SQLite does not notice. So it is checked after each commit, before the
// commit is reported.
import { randomBytes } from "node:crypto"
import { realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import type Sqlite from "better-sqlite3"
import { messageOf, PawlError } from "../../contracts/error.ts"
import { sqlitePackage } from "../../outside/packages.ts"
import { type FileMark, sharedNow } from "./file-mark.ts"
import { canFollow, countOf, distance, schemaOf, versionOf, versionWith } from "./file-version.ts"
import { LastChange } from "./last-change.ts"
import { type Inode, inodeIn, OwnDescriptor } from "./own-descriptor.ts"
import { isWal, WalHead } from "./wal-head.ts"

const Database = sqlitePackage()

/** Every so many commits raise the file's count. A checkpoint, which alone changes the file itself, is rarer. */
const COUNT_EVERY = 64
const HEADER_BYTES = 72
/** SQLite's own count of changes: it begins anew in a copy that SQLite makes, and falls in no file that SQLite writes to. */
const CHANGES_AT = 24
const VERSION_AT = 60
const STOPPED = "Nothing more is written."
/** SQLite would read the log of the lost file into the copy. */
const inItsPlace = (path: string) =>
  `stop every program that uses the store, remove "${path}-wal" and "${path}-shm", put that in its place, and start again`
/** Without its index the store may be whole, and hold what others have written since. */
const IF_DAMAGED =
  "stop every program that uses the store, start again, and put that in its place only if the store is gone or damaged"

export class FileIdentity {
  readonly #path: string
  readonly #db: Sqlite.Database
  readonly #rescues: boolean
  readonly #wal: string
  /** Where SQLite notes what is in the log. It stays the same file while any connection is open. */
  readonly #index: string
  #indexFile: Inode | undefined
  readonly #file: Inode | undefined
  readonly #header: OwnDescriptor
  readonly #fileChange: LastChange
  readonly #folderChange: LastChange
  readonly #walHead = new WalHead()
  #walFile: { readonly inode: Inode; readonly header: OwnDescriptor } | undefined
  /** The count in the file at the last check. Undefined until the WAL's first pages are in the file. */
  #count: number | undefined
  #changes = 0
  /** The newest count, including what is only in the WAL, and when it was read. */
  #newest: number
  #newestAt = performance.now()
  #isCountRaised = false
  #commits = 0
  #gone: PawlError | undefined

  /**
   * `rescues`: a connection that only reads leaves the rescue copy to the writer. `mark`: which file it has to be, because
   * another thread has it open. Throws if it is not.
   */
  constructor(path: string, db: Sqlite.Database, { rescues = true, mark }: IdentityOptions = {}) {
    this.#path = path
    this.#db = db
    this.#rescues = rescues
    this.#file = mark === undefined ? lookAt(path) : mark.inode
    // Beside the real file: its path may be a link.
    this.#wal = `${realPathOr(path)}-wal`
    this.#index = `${realPathOr(path)}-shm`
    this.#fileChange = new LastChange(path)
    this.#folderChange = new LastChange(dirname(this.#wal))
    this.#header = new OwnDescriptor(path, this.#file ?? "")
    const { count, changes } = this.#counted()
    this.#count = count
    this.#changes = changes
    this.#newest = mark === undefined ? countOf(versionOf(db)) : mark.count
    this.#indexFile = lookAt(this.#index)
    if (mark !== undefined) this.#confirm(mark)
  }

  /** For a thread that opens the same file. Throws if this file is no longer ours. */
  mark(): FileMark {
    this.#isCountRaised = true
    this.check()
    return { inode: this.#file, count: this.#newest, at: sharedNow() }
  }

  /** The thread that made the mark says what happened, and rescues what it can. */
  #confirm({ at }: FileMark): void {
    this.#newestAt -= Math.max(0, sharedNow() - at)
    this.#isCountRaised = true
    const what = this.#changed()
    if (what !== undefined) throw new PawlError("store-gone", what)
  }

  get wal(): string {
    return this.#wal
  }

  get isGone(): boolean {
    return this.#gone !== undefined
  }

  /** Called in each transaction that writes. The first one counts too, so that short runs of programs are told apart. */
  raiseCount(): void {
    if (this.#commits % COUNT_EVERY === 0) this.#raiseCount()
    this.#commits += 1
  }

  /** On close, everything is written to the file: raises the count, so that an earlier copy is recognised as older. */
  raiseLastCount(): void {
    const isAtCount = this.#commits % COUNT_EVERY === 1
    if (this.#commits > 0 && !isAtCount) this.#raiseCount()
  }

  #raiseCount(): void {
    const version = versionOf(this.#db)
    this.#db.pragma(`user_version = ${versionWith(schemaOf(version), countOf(version) + 1)}`)
    // The new count is read after the commit, because this may be rolled back.
    this.#isCountRaised = true
  }

  /** Throws once the file is no longer ours, and from then on. */
  check(): void {
    if (this.#gone !== undefined) throw this.#gone
    if (this.#isUntouched()) return
    const what = this.#changed()
    if (what === undefined) {
      this.#remember()
      return
    }
    this.#gone = new PawlError("store-gone", `${what} ${this.#rescue()}`)
    throw this.#gone
  }

  /** A session has fewer facts than were committed. What is there now is worth no rescue copy. */
  wasPutBack(session: string): never {
    this.#gone = new PawlError(
      "store-gone",
      `The store "${this.#path}" holds less of session ${session} than was stored: an older copy was written over it while it was in use. ${STOPPED} Stop every program that uses it, restore a backup, and start again.`,
    )
    throw this.#gone
  }

  close(): void {
    this.#walHead.close()
  }

  /** Returns the store-gone error if that is the reason behind this error. */
  reasonFor(error: unknown): unknown {
    try {
      this.check()
      return error
    } catch (gone) {
      return gone
    }
  }

  /**
   * Whether it is certain, without a closer look, that all is as it was: the path leads to the same file, which nobody has
   * written to since; no file of its folder has got another name; and the log begins like one.
   */
  #isUntouched(): boolean {
    const isSameFile = this.#fileChange.isAsBefore()
    const isSameFolder = this.#folderChange.isAsBefore()
    return isSameFile && isSameFolder && !this.#isCountRaised && this.#walHead.isWal()
  }

  #remember(): void {
    this.#fileChange.wasGood()
    this.#folderChange.wasGood()
    if (this.#walFile !== undefined) this.#walHead.open(this.#wal, this.#walFile.inode)
  }

  #changed(): string | undefined {
    const file = lookAt(this.#path)
    if (file === undefined) return `The store "${this.#path}" was deleted or moved while it was in use.`
    if (file !== this.#file) return `The store "${this.#path}" was replaced by another file while it was in use.`
    if (!this.#isSameWal())
      return `The file "${this.#path}-wal", in which the newest writes are, was deleted, replaced or overwritten.`
    if (!this.#isSameIndex())
      return `The file "${this.#path}-shm", which says what is in the newest writes, was deleted or replaced.`
    // Checked twice, because a checkpoint may be under way.
    if (this.#isSameContent() || this.#isSameContent()) return undefined
    return `The content of the store "${this.#path}" was overwritten while it was in use.`
  }

  #isSameWal(): boolean {
    if (isWal(this.#walFile?.header.readNamed(4))) return true
    const inode = lookAt(this.#wal)
    if (inode === undefined) return this.#walFile === undefined
    this.#walFile ??= { inode, header: new OwnDescriptor(this.#wal, inode) }
    if (inode !== this.#walFile.inode) return false
    const header = this.#walFile.header.read(4)
    // A checkpoint that truncates the WAL leaves an empty file.
    return header === undefined || header.length === 0 || isWal(header)
  }

  /** Programs that open the store after that would not see our writes, nor we theirs. */
  #isSameIndex(): boolean {
    const inode = lookAt(this.#index)
    this.#indexFile ??= inode
    return inode === this.#indexFile
  }

  #isSameContent(): boolean {
    const { count, changes } = this.#counted()
    if (changes < this.#changes) return false
    if (this.#isCountRaised && !this.#readNewest()) return false
    if (count !== this.#count && this.#count !== undefined && (count === undefined || !this.#isBetween(count)))
      return false
    this.#count = count
    this.#changes = changes
    return true
  }

  /** Not less than the last count in the file, and not more than the newest known one: a reader may delay checkpoints. */
  #isBetween(count: number): boolean {
    const before = this.#count ?? count
    return this.#readNewest() && distance(before, count) <= distance(before, this.#newest)
  }

  /** Returns false if the count cannot belong to this file. */
  #readNewest(): boolean {
    const newest = countOf(versionOf(this.#db))
    if (!canFollow(newest, this.#newest, performance.now() - this.#newestAt)) return false
    this.#newest = newest
    this.#newestAt = performance.now()
    this.#isCountRaised = false
    return true
  }

  /** The count is undefined if the file does not begin like a database with one, or cannot be read beside SQLite. */
  #counted(): { readonly count: number | undefined; readonly changes: number } {
    const header = this.#header.read(HEADER_BYTES)
    const isOurs = header?.length === HEADER_BYTES && header.toString("latin1", 0, 15) === "SQLite format 3"
    if (!isOurs) return { count: undefined, changes: this.#changes }
    return { count: countOf(header.readUInt32BE(VERSION_AT)) || undefined, changes: header.readUInt32BE(CHANGES_AT) }
  }

  /** The connection still reaches the old content. Copies all of it, with the last commits. */
  #rescue(): string {
    if (!this.#rescues)
      return `${STOPPED} What this process knew of it is saved as "${basename(this.#path)}.rescued-..." beside it, or in the folder for temporary files.`
    const name = `${basename(this.#path)}.rescued-${Date.now()}-${randomBytes(3).toString("hex")}`
    for (const copy of [`${this.#path}${name.slice(basename(this.#path).length)}`, join(tmpdir(), name)]) {
      if (this.#copyTo(copy))
        return `${STOPPED} What this process knew of it is in "${copy}": ${this.#isSameIndex() ? inItsPlace(this.#path) : IF_DAMAGED}.`
    }
    return `${STOPPED} Its content could not be saved; restore a backup.`
  }

  /** An overwritten file may be a mix of both contents: such a copy is not usable. */
  #copyTo(copy: string): boolean {
    try {
      this.#db.prepare("vacuum into ?").run(copy)
      if (this.#isSound(copy)) return true
      rmSync(copy)
    } catch {
      // The folder may be gone too, or the rest cannot be read: the next folder is tried.
      rmSync(copy, { force: true })
    }
    return false
  }

  #isSound(copy: string): boolean {
    const db = new Database(copy, { readonly: true })
    try {
      const isOurs = canFollow(countOf(versionOf(db)), this.#newest, performance.now() - this.#newestAt)
      return isOurs && db.pragma("integrity_check(1)", { simple: true }) === "ok"
    } finally {
      db.close()
    }
  }
}

function realPathOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It is gone already: the first check reports it.
    return path
  }
}

interface IdentityOptions {
  readonly rescues?: boolean
  readonly mark?: FileMark
}

/** Undefined if the file does not exist. */
function lookAt(path: string): Inode | undefined {
  try {
    return inodeIn(statSync(path, { bigint: true }))
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined
    throw new PawlError(
      "store-failed",
      `The store "${path}" cannot be checked: ${messageOf(error)}. Whether its last write is in it is not known.`,
      {
        cause: error,
      },
    )
  }
}
