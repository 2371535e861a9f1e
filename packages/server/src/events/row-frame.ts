// What the stream of all sessions sends: first the rows as they are, then each row that changed, and the ids of those that are gone.
import type { Sent } from "./frame.ts"

/** It has no positions: whoever comes back gets all rows anew, and the id says so. */
export const FRESH = "fresh-snapshot"

export class RowFrame implements Sent {
  readonly json: string
  readonly #type: string
  #sse: Buffer | undefined

  constructor(type: "snapshot" | "session" | "removed", body: object) {
    this.#type = type
    this.json = JSON.stringify({ type, ...body })
  }

  get sse(): Buffer {
    this.#sse ??= Buffer.from(`id: ${FRESH}\nevent: ${this.#type}\ndata: ${this.json}\n\n`)
    return this.#sse
  }
}
