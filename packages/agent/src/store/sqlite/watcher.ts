// Notices commits of any process: polls SQLite's data_version every 50 ms while there are listeners.
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
        // A file that can no longer be read counts as a change: listeners then read it and get the error.
        return messageOf(error)
      }
    }
  }

  watch(listener: () => void): () => void {
    // Wrapped, so that a function that watches twice is two listeners.
    const wrapped = () => listener()
    this.#listeners.add(wrapped)
    if (this.#timer === undefined) this.#start()
    return () => {
      this.#listeners.delete(wrapped)
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
