// Writes the text of answers in flight to the file: one flush for all sessions every 100 ms, with the latest text of each. Where
// there is so much of it that this takes long, it is written less often.
import type { Live, LiveText } from "../../contracts/store.ts"
import type { WriterClient } from "./client.ts"

export const FLUSH_EVERY_MS = 100

/** A flush takes at most a fifth of the time. */
const REST_SHARE = 4
/** One that waited for a lock or a slow disk says nothing about the next one. */
const MOST_REST_MS = 1000

export class LiveTexts implements Live {
  readonly #writer: WriterClient
  readonly #readRow: (session: string) => LiveText | undefined
  readonly #unwritten = new Map<string, LiveText>()
  /** Sessions that may have a row in the file: only these need a deletion. */
  readonly #written = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #restsUntil = 0
  #isFlushing = false
  #isClosed = false

  constructor(writer: WriterClient, readRow: (session: string) => LiveText | undefined) {
    this.#writer = writer
    this.#readRow = readRow
  }

  write(session: string, text: LiveText | undefined): void {
    if (text === undefined) {
      this.forget(session)
      return
    }
    this.#unwritten.set(session, text)
    this.#flushLater()
  }

  async read(session: string): Promise<LiveText | undefined> {
    return this.#unwritten.get(session) ?? this.#readRow(session)
  }

  /** An answer that completes within 100 ms is never written. */
  forget(session: string): void {
    this.#unwritten.delete(session)
    if (this.#written.delete(session)) void this.#send(session, undefined)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#unwritten.clear()
  }

  #flushLater(): void {
    if (this.#isFlushing || this.#isClosed) return
    const waitMs = Math.max(FLUSH_EVERY_MS, this.#restsUntil - performance.now())
    this.#timer ??= setTimeout(() => void this.#flush(), waitMs).unref()
  }

  async #flush(): Promise<void> {
    this.#timer = undefined
    this.#isFlushing = true
    const began = performance.now()
    let isWritten = Promise.resolve()
    for (const [session, text] of this.#unwritten) {
      this.#written.add(session)
      isWritten = this.#send(session, text)
    }
    this.#unwritten.clear()
    await isWritten
    const now = performance.now()
    this.#restsUntil = now + Math.min(MOST_REST_MS, (now - began) * REST_SHARE)
    this.#isFlushing = false
    if (this.#unwritten.size > 0) this.#flushLater()
  }

  async #send(session: string, text: LiveText | undefined): Promise<void> {
    try {
      await this.#writer.runLoose({ kind: "live", session, text })
    } catch {
      // The text is useless after a crash, so a failed write is ignored.
    }
  }
}
