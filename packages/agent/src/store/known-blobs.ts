// Which blobs a session has stored under its current lease, so that a system prompt is not sent with every append.
import type { Blob } from "../contracts/blobs.ts"

const MAX_PAIRS = 20_000

/** Which blobs a session has stored under its current lease. */
export class KnownBlobs {
  readonly #bySession = new Map<string, Set<string>>()
  #pairs = 0

  /** Those of the blobs that have to be sent. */
  unknown(session: string, blobs: readonly Blob[]): readonly Blob[] {
    const known = this.#bySession.get(session)
    return known === undefined ? blobs : blobs.filter((blob) => !known.has(blob.hash))
  }

  /** Call it only when they are durable. */
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

  /** Call it when the session is removed or its lease acquired: another process may have removed and recreated it. */
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
