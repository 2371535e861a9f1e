// Connections and the calls that run over them. A connection that is given up closes after its last call, because other
// calls may still get their answers.
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

  /** Closes the connection after its calls. `atOnce`: without waiting, because no answer can come any more. */
  leave(connection: Connection, atOnce: boolean): void {
    const calls = atOnce ? [] : (this.#calls.get(connection) ?? [])
    const leaving = Promise.allSettled(calls)
      .then(() => connection.close())
      .catch(() => {})
      .finally(() => this.#leaving.delete(leaving))
    this.#leaving.set(leaving, connection)
  }

  /** Closes all connections that were given up, without waiting for their calls. */
  async close(): Promise<void> {
    await Promise.all([...this.#leaving.values()].map((connection) => connection.close()))
    await Promise.all(this.#leaving.keys())
  }
}
