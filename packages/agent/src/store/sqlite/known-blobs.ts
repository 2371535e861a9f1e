// Which blobs a session has stored under its present lease, so that a system prompt does not travel with every request.
import type { Blob } from "../../contracts/store.ts"

const MAX_PAIRS = 20_000

export class KnownBlobs {
  readonly #bySession = new Map<string, Set<string>>()
  #pairs = 0

  unknown(session: string, blobs: readonly Blob[]): readonly Blob[] {
    const known = this.#bySession.get(session)
    return known === undefined ? blobs : blobs.filter((blob) => !known.has(blob.hash))
  }

  /** Called when they are durable, not before. */
  add(session: string, blobs: readonly Blob[]): void {
    const known = this.#bySession.get(session) ?? new Set()
    this.#bySession.set(session, known)
    for (const { hash } of blobs) {
      if (known.has(hash)) continue
      known.add(hash)
      this.#pairs += 1
    }
    this.#makeRoom()
  }

  /** When the session is removed or its lease taken: another process may have removed and remade it. */
  forget(session: string): void {
    this.#pairs -= this.#bySession.get(session)?.size ?? 0
    this.#bySession.delete(session)
  }

  #makeRoom(): void {
    for (const oldest of this.#bySession.keys()) {
      if (this.#pairs <= MAX_PAIRS) return
      this.forget(oldest)
    }
  }
}
