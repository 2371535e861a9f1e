// Connections with the calls that run over them: one that is left is closed once its last call is over, for others may still
// get their answers.
import type { Connection } from "./connection.ts"

export class OpenCalls {
  readonly #calls = new WeakMap<Connection, Set<Promise<unknown>>>()
  readonly #leaving = new Map<Promise<void>, Connection>()

  async track<Value>(connection: Connection, answer: Promise<Value>): Promise<Value> {
    const calls = this.#calls.get(connection) ?? new Set()
    this.#calls.set(connection, calls)
    calls.add(answer)
    try {
      return await answer
    } finally {
      calls.delete(answer)
    }
  }

  isBusy(connection: Connection): boolean {
    return (this.#calls.get(connection)?.size ?? 0) > 0
  }

  /** `atOnce`: nobody can expect an answer any more. */
  leave(connection: Connection, atOnce: boolean): void {
    const calls = atOnce ? [] : (this.#calls.get(connection) ?? [])
    const leaving = Promise.allSettled(calls)
      .then(() => connection.close())
      .catch(() => {})
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.set(leaving, connection)
  }

  /** Those that were left, whatever runs over them. */
  async close(): Promise<void> {
    await Promise.all([...this.#leaving.values()].map((connection) => connection.close()))
    await Promise.all(this.#leaving.keys())
  }
}
