// The read connection's lifetime: what is asked after the close is refused, and what SQLite reports is put in words.
import type { Database } from "better-sqlite3"
import { PawlError } from "../../contracts/error.ts"
import { explain } from "./explain.ts"

export class Reading {
  readonly #path: string
  readonly #db: Database

  constructor(path: string, db: Database) {
    this.#path = path
    this.#db = db
  }

  /** Asks before it first waits, so that the answer is as new as the call. */
  async ask<T>(question: () => T | Promise<T>): Promise<T> {
    this.refuseWhenClosed()
    try {
      return await question()
    } catch (error) {
      this.refuseWhenClosed()
      throw explain(this.#path, error)
    }
  }

  close(): void {
    this.#db.close()
  }

  refuseWhenClosed(): void {
    if (!this.#db.open) throw closed(this.#path)
  }
}

export function closed(path: string): PawlError {
  return new PawlError("store-failed", `The store "${path}" is closed. Open it again to go on.`)
}
