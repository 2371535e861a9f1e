// Keeps the writes of one session in the order in which they were asked for; those of different sessions run at once.
import { closed } from "./explain.ts"

export class Lanes {
  readonly #name: string
  readonly #last = new Map<string, Promise<void>>()
  #isClosed = false

  /** `name`: the database, for messages. */
  constructor(name: string) {
    this.#name = name
  }

  run<T>(session: string, write: () => Promise<T>): Promise<T> {
    if (this.#isClosed) return Promise.reject(closed(this.#name))
    const before = this.#last.get(session)
    const done = before === undefined ? write() : before.then(write)
    const settled: Promise<void> = done.then(
      () => this.#leave(session, settled),
      () => this.#leave(session, settled),
    )
    this.#last.set(session, settled)
    return done
  }

  /** Refuses new writes, and waits for those that were accepted. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#last.values())
  }

  #leave(session: string, settled: Promise<void>): void {
    if (this.#last.get(session) === settled) this.#last.delete(session)
  }
}
