// Guards the read connection: queries after the close are refused, and SQLite's errors are explained.
import type { Database } from "better-sqlite3"
import { PawlError } from "../../contracts/error.ts"
import { explain } from "./explain.ts"
import { FileIdentity } from "./file-identity.ts"

const CHECK_MS = 1000

export class ReadGate {
  readonly #path: string
  readonly #db: Database
  readonly #identity: FileIdentity
  /** The last empty answer with which the file was found to be ours. */
  #checked: unknown
  #checkedAt = 0
  /** A look at the file that is about to be made. */
  #look: Promise<void> | undefined

  constructor(path: string, db: Database) {
    this.#path = path
    this.#db = db
    this.#identity = new FileIdentity(path, db, { rescues: false })
  }

  /** Runs the query synchronously up to its first wait, so that the answer is as new as the call. */
  async ask<T>(question: () => T | Promise<T>): Promise<T> {
    this.refuseWhenClosed()
    try {
      const answer = await question()
      // An empty answer may mean that the file was replaced.
      if (isNothing(answer) && !this.#isChecked(answer)) await this.#lookAfter(answer)
      return answer
    } catch (error) {
      this.refuseWhenClosed()
      throw explain(this.#path, this.#identity.reasonFor(error))
    }
  }

  /** Looking at the file takes longer than many a question: the same empty list again needs no other look for a moment. */
  #isChecked(answer: unknown): boolean {
    return answer !== undefined && answer === this.#checked && performance.now() - this.#checkedAt < CHECK_MS
  }

  /** One look for all empty answers of a moment, after the last of them: a thousand sessions that begin have three each. */
  #lookAfter(answer: unknown): Promise<void> {
    this.#look ??= new Promise((resolve, reject) => {
      process.nextTick(() => {
        this.#look = undefined
        try {
          this.#identity.check()
        } catch (error) {
          reject(error)
          return
        }
        this.#checked = answer
        this.#checkedAt = performance.now()
        resolve()
      })
    })
    return this.#look
  }

  close(): void {
    this.#identity.close()
    this.#db.close()
  }

  refuseWhenClosed(): void {
    if (!this.#db.open) throw closed(this.#path)
  }
}

function isNothing(answer: unknown): boolean {
  return answer === undefined || (Array.isArray(answer) && answer.length === 0)
}

export function closed(path: string): PawlError {
  return new PawlError("store-failed", `The store "${path}" is closed. Open it again to continue.`)
}
