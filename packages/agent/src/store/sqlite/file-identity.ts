// Is the file still the one that was opened? A database that is deleted, moved, replaced or overwritten under a running program
// takes every later write with it, and SQLite does not notice. So it is looked at after each commit, before anybody is told of it.
import { randomBytes } from "node:crypto"
import { realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import Database from "better-sqlite3"
import { messageOf, PawlError } from "../../contracts/error.ts"
import { canFollow, countOf, distance, schemaOf, versionOf, versionWith } from "./file-version.ts"
import { type Inode, inodeIn, OwnDescriptor } from "./own-descriptor.ts"

/** A commit in so many moves the file's count on. A checkpoint, which alone changes the file itself, comes after more of them. */
const COUNT_EVERY = 64
const HEADER_BYTES = 72
const VERSION_AT = 60
const WAL_MAGIC = 0x377f0682

export class FileIdentity {
  readonly #path: string
  readonly #db: Database.Database
  readonly #rescues: boolean
  readonly #wal: string
  readonly #file: Inode | undefined
  readonly #header: OwnDescriptor
  #walFile: { readonly inode: Inode; readonly header: OwnDescriptor } | undefined
  /** As it was in the file when it was last looked at. Undefined until the WAL's first pages are in the file. */
  #count: number | undefined
  /** With what is only in the WAL yet; and when that was read. */
  #newest: number
  #newestAt = performance.now()
  #hasMoved = false
  #commits = 0
  #gone: PawlError | undefined

  /** Who reads alone leaves the rescue to who writes. */
  constructor(path: string, db: Database.Database, { rescues = true }: { readonly rescues?: boolean } = {}) {
    this.#path = path
    this.#db = db
    this.#rescues = rescues
    this.#file = inodeOf(path)
    // Beside the file itself: its path may be a link.
    this.#wal = `${realOr(path)}-wal`
    this.#header = new OwnDescriptor(path, this.#file ?? "")
    this.#count = this.#countInFile()
    this.#newest = countOf(versionOf(db))
  }

  get isGone(): boolean {
    return this.#gone !== undefined
  }

  /** Called in each transaction that writes. The first one counts: so the runs of short programs are told apart, too. */
  moveOn(): void {
    if (this.#commits % COUNT_EVERY === 0) this.#moveOn()
    this.#commits += 1
  }

  /** What is closed is written to the file: a copy that was made before is an older one. */
  moveOnLast(): void {
    const isAtCount = this.#commits % COUNT_EVERY === 1
    if (this.#commits > 0 && !isAtCount) this.#moveOn()
  }

  #moveOn(): void {
    const version = versionOf(this.#db)
    this.#db.pragma(`user_version = ${versionWith(schemaOf(version), countOf(version) + 1)}`)
    // Read when it is committed: it may be rolled back.
    this.#hasMoved = true
  }

  /** Throws once the file is not ours any more, and from then on. */
  check(): void {
    if (this.#gone !== undefined) throw this.#gone
    const what = this.#changed()
    if (what === undefined) return
    this.#gone = new PawlError("store-gone", `${what} ${this.#rescue()}`)
    throw this.#gone
  }

  /** Behind many an error is a file that is not ours any more. */
  behind(error: unknown): unknown {
    try {
      this.check()
      return error
    } catch (gone) {
      return gone
    }
  }

  #changed(): string | undefined {
    const file = inodeOf(this.#path)
    if (file === undefined) return `The store "${this.#path}" was deleted or moved while it was in use.`
    if (file !== this.#file) return `The store "${this.#path}" was replaced by another file while it was in use.`
    if (!this.#isSameWal())
      return `The file "${this.#path}-wal", in which the newest writes are, was deleted, replaced or overwritten.`
    // Twice, for a checkpoint may be at it.
    if (this.#isSameContent() || this.#isSameContent()) return undefined
    return `The content of the store "${this.#path}" was overwritten while it was in use.`
  }

  #isSameWal(): boolean {
    const inode = inodeOf(this.#wal)
    if (inode === undefined) return this.#walFile === undefined
    this.#walFile ??= { inode, header: new OwnDescriptor(this.#wal, inode) }
    if (inode !== this.#walFile.inode) return false
    const header = this.#walFile.header.read(4)
    // Whoever empties it on purpose leaves no bytes.
    if (header === undefined || header.length === 0) return true
    return header.length === 4 && (header.readUInt32BE(0) & ~1) === WAL_MAGIC
  }

  #isSameContent(): boolean {
    const count = this.#countInFile()
    if (this.#hasMoved && !this.#readNewest()) return false
    if (count !== this.#count && this.#count !== undefined && (count === undefined || !this.#isBetween(count)))
      return false
    this.#count = count
    return true
  }

  /** Not before what the file had, and not after what is known of it: the WAL may have waited for a reader for long. */
  #isBetween(count: number): boolean {
    const before = this.#count ?? count
    return this.#readNewest() && distance(before, count) <= distance(before, this.#newest)
  }

  /** False where it cannot be this file's. */
  #readNewest(): boolean {
    const newest = countOf(versionOf(this.#db))
    if (!canFollow(newest, this.#newest, performance.now() - this.#newestAt)) return false
    this.#newest = newest
    this.#newestAt = performance.now()
    this.#hasMoved = false
    return true
  }

  /** Undefined where the file does not begin like a database that counts, or cannot be read beside SQLite. */
  #countInFile(): number | undefined {
    const header = this.#header.read(HEADER_BYTES)
    if (header?.length !== HEADER_BYTES || header.toString("latin1", 0, 15) !== "SQLite format 3") return undefined
    return countOf(header.readUInt32BE(VERSION_AT)) || undefined
  }

  /** The connection still reaches what was there. All of it is copied, with what was committed last. */
  #rescue(): string {
    const stopped = "Nothing more is written."
    if (!this.#rescues) return stopped
    const name = `${basename(this.#path)}.rescued-${Date.now()}-${randomBytes(3).toString("hex")}`
    for (const copy of [`${this.#path}${name.slice(basename(this.#path).length)}`, join(tmpdir(), name)]) {
      if (this.#copiedTo(copy))
        return `${stopped} What this process knew of it is in "${copy}": put that in its place, and start again.`
    }
    return `${stopped} What was in it could not be saved; restore a backup.`
  }

  /** A file that was overwritten may be half one and half the other: such a copy is none. */
  #copiedTo(copy: string): boolean {
    try {
      this.#db.prepare("vacuum into ?").run(copy)
      if (this.#isSound(copy)) return true
      rmSync(copy)
    } catch {
      // Its folder may be gone as well, or what is left cannot be read: the next place is tried.
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

function realOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // It is gone already: the first look says so.
    return path
  }
}

/** Undefined where there is none. */
function inodeOf(path: string): Inode | undefined {
  try {
    return inodeIn(statSync(path, { bigint: true }))
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined
    throw new PawlError("store-failed", `The store "${path}" cannot be looked at: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}
