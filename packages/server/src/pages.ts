// Pages of the session list as JSON, in bytes. A store gives the same list again while nothing changed: then its bytes are the same, too.
import type { SessionRow } from "@pawl/agent"

export class Pages {
  readonly #bytes = new WeakMap<readonly SessionRow[], Uint8Array<ArrayBuffer>>()

  of(rows: readonly SessionRow[], write: () => unknown): Uint8Array<ArrayBuffer> {
    const known = this.#bytes.get(rows) ?? new TextEncoder().encode(JSON.stringify(write()))
    this.#bytes.set(rows, known)
    return known
  }
}
