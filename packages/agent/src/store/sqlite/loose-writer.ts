// Writes rows that may be lost, heartbeats and text in flight, on a connection of its own that does not sync.
import type { Database } from "better-sqlite3"
import { isBusy, pack } from "./explain.ts"
import type { FileIdentity } from "./file-identity.ts"
import { type LooseOps, looseOps } from "./lease-ops.ts"
import type { Failed, LooseOp, Result } from "./protocol.ts"

export class LooseWriter {
  readonly #path: string
  readonly #open: () => Database
  readonly #identity: FileIdentity
  #parts: { readonly db: Database; readonly ops: LooseOps } | undefined

  constructor(path: string, open: () => Database, identity: FileIdentity) {
    this.#path = path
    this.#open = open
    this.#identity = identity
  }

  run(ops: readonly LooseOp[]): readonly (Result | Failed)[] {
    try {
      return this.#write(ops)
    } catch (error) {
      return ops.map(() => pack(this.#path, error))
    }
  }

  /** Returns "busy" if another process is writing: nothing has happened. */
  runAtOnce(ops: readonly LooseOp[]): readonly (Result | Failed)[] | "busy" {
    try {
      return this.#write(ops)
    } catch (error) {
      return isBusy(error) ? "busy" : ops.map(() => pack(this.#path, error))
    }
  }

  close(): void {
    this.#parts?.db.close()
  }

  #write(ops: readonly LooseOp[]): readonly Result[] {
    if (ops.length === 0) return []
    const { db, ops: loose } = this.#opened()
    const all = db.transaction(() =>
      ops.map((op) => (op.kind === "beat" ? loose.beat(op.runner) : loose.live(op.session, op.text))),
    )
    return all.immediate()
  }

  /** Opened when it is first needed: short runs of programs write no such rows. */
  #opened(): { readonly db: Database; readonly ops: LooseOps } {
    if (this.#parts === undefined) {
      // The path may lead to another file by now, which is not ours to write to.
      this.#identity.check()
      const db = this.#open()
      this.#parts = { db, ops: looseOps(db) }
    }
    return this.#parts
  }
}
