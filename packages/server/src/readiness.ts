// Whether the server takes work: its store can write, and it is not about to stop.
import { HttpError } from "./http/http-error.ts"
import type { Records } from "./records.ts"

/** A write costs more than many a request, and anybody may ask. */
const LOOK_EVERY_MS = 3000
/** Shorter than those who ask wait. A store that is away may take half a minute to say so. */
const PATIENCE_MS = 2000

export class Readiness {
  readonly #records: Pick<Records, "put">
  #isLeaving = false
  #looked: { readonly at: number; readonly written: Promise<unknown> } | undefined

  constructor(records: Pick<Records, "put">) {
    this.#records = records
  }

  /** From now on the next process is to be asked. */
  leave(): void {
    this.#isLeaving = true
  }

  /** Rejects while the server is not ready. */
  async check(): Promise<void> {
    if (this.#isLeaving)
      throw new HttpError(503, "draining", "The server is about to stop. Ask the next one.", { retryable: true })
    const now = performance.now()
    if (this.#looked === undefined || now - this.#looked.at > LOOK_EVERY_MS)
      this.#looked = { at: now, written: this.#records.put("server", "ready", true) }
    try {
      await inTime(this.#looked.written)
    } catch (cause) {
      const message = "The store cannot be written to. Check that its database runs, its disk and its permissions."
      throw new HttpError(503, "store-failed", message, { retryable: true, cause })
    }
  }
}

async function inTime(written: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`The store did not answer within ${PATIENCE_MS} ms.`)), PATIENCE_MS)
  await Promise.race([written, late]).finally(() => clearTimeout(timer))
}
