// Guards the read connection: queries after the close are refused, and SQLite's errors are explained.
import type { Database } from "better-sqlite3"
import { PawlError } from "../../contracts/error.ts"
import { explain } from "./explain.ts"
import { FileIdentity } from "./file-identity.ts"

export class ReadGate {
  readonly #path: string
  readonly #db: Database
  readonly #identity: FileIdentity

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
      if (isNothing(answer)) this.#identity.check()
      return answer
    } catch (error) {
      this.refuseWhenClosed()
      throw explain(this.#path, this.#identity.reasonFor(error))
    }
  }

  close(): void {
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
