// Is the file still the one that was opened? A database that is deleted, moved or replaced under a running program takes every
// later write with it, and SQLite does not notice. So it is looked at after each commit, before anybody is told of it.
import { randomBytes } from "node:crypto"
import { statSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import Database from "better-sqlite3"
import { messageOf, PawlError } from "../../contracts/error.ts"

/** The token in the file is read from the path so often at most: that opens it anew. */
const TOKEN_MS = 5000

export class FileIdentity {
  readonly #path: string
  readonly #db: Database.Database
  readonly #file: string | undefined
  readonly #token: string
  #wal: string | undefined
  #tokenReadAt = performance.now()
  #gone: PawlError | undefined

  constructor(path: string, db: Database.Database) {
    this.#path = path
    this.#db = db
    this.#file = inodeOf(path)
    this.#token = tokenIn(db)
  }

  get isGone(): boolean {
    return this.#gone !== undefined
  }

  /** Throws once the file is not ours any more, and from then on. */
  check(): void {
    if (this.#gone !== undefined) throw this.#gone
    const what = this.#changed()
    if (what === undefined) return
    this.#gone = new PawlError("store-gone", `${what} ${this.#rescue()}`)
    throw this.#gone
  }

  #changed(): string | undefined {
    const file = inodeOf(this.#path)
    if (file === undefined) return `The store "${this.#path}" was deleted or moved while it was in use.`
    if (file !== this.#file) return `The store "${this.#path}" was replaced by another file while it was in use.`
    const wal = inodeOf(`${this.#path}-wal`)
    this.#wal ??= wal
    if (wal !== this.#wal)
      return `The file "${this.#path}-wal", in which the newest writes are, was deleted or replaced.`
    if (performance.now() - this.#tokenReadAt < TOKEN_MS) return undefined
    this.#tokenReadAt = performance.now()
    return this.#hasToken()
      ? undefined
      : `The content of the store "${this.#path}" was overwritten while it was in use.`
  }

  /** As somebody would find it who opens the file now. */
  #hasToken(): boolean {
    let now: Database.Database | undefined
    try {
      now = new Database(this.#path, { readonly: true, fileMustExist: true })
      return now.prepare("select token from identity").pluck().get() === this.#token
    } catch {
      return false
    } finally {
      now?.close()
    }
  }

  /** The connection still reaches what was there. All of it is copied, with what was committed last. */
  #rescue(): string {
    const stopped = "Nothing more is written."
    const name = `${basename(this.#path)}.rescued-${Date.now()}-${randomBytes(3).toString("hex")}`
    for (const copy of [`${this.#path}${name.slice(basename(this.#path).length)}`, join(tmpdir(), name)]) {
      try {
        this.#db.prepare("vacuum into ?").run(copy)
        return `${stopped} What this process knew of it is in "${copy}": put that in its place, and start again.`
      } catch {
        // Its folder may be gone as well: the next place is tried.
      }
    }
    return `${stopped} What was in it could not be saved; restore a backup.`
  }
}

/** Undefined where there is none. */
function inodeOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true })
    return `${dev}:${ino}`
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR"))
      return undefined
    throw new PawlError("store-failed", `The store "${path}" cannot be looked at: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}

function tokenIn(db: Database.Database): string {
  return String(db.prepare("select token from identity").pluck().get())
}
