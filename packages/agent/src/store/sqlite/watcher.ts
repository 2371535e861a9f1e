// Hears of commits by any process: SQLite's data_version, asked every 50 ms while somebody listens.
import type { Database } from "better-sqlite3"
import { messageOf } from "../../contracts/error.ts"

export const POLL_EVERY_MS = 50

export class Watcher {
  readonly #readVersion: () => unknown
  readonly #listeners = new Set<() => void>()
  #version: unknown
  #timer: NodeJS.Timeout | undefined

  constructor(db: Database) {
    const statement = db.prepare("pragma data_version").pluck()
    this.#readVersion = () => {
      try {
        return statement.get()
      } catch (error) {
        // A file that cannot be read any more is news too: who listens reads, and meets the error where it can be told.
        return messageOf(error)
      }
    }
  }

  watch(listener: () => void): () => void {
    // Wrapped, so that one function watching twice stops twice.
    const told = () => listener()
    this.#listeners.add(told)
    if (this.#timer === undefined) this.#start()
    return () => {
      this.#listeners.delete(told)
      if (this.#listeners.size === 0) this.close()
    }
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #start(): void {
    this.#version = this.#readVersion()
    this.#timer = setInterval(() => this.#look(), POLL_EVERY_MS).unref()
  }

  #look(): void {
    const version = this.#readVersion()
    if (version === this.#version) return
    this.#version = version
    for (const listener of this.#listeners) listener()
  }
}
