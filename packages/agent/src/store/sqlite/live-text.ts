// Writes the text of answers in flight to the file: one flush for all sessions every 100 ms, with the latest text of each.
import type { Live, LiveText } from "../../contracts/store.ts"
import type { WriterClient } from "./client.ts"

export const FLUSH_EVERY_MS = 100

export class LiveTexts implements Live {
  readonly #writer: WriterClient
  readonly #readRow: (session: string) => LiveText | undefined
  readonly #unwritten = new Map<string, LiveText>()
  /** Sessions that may have a row in the file: only these need a deletion. */
  readonly #written = new Set<string>()
  #timer: NodeJS.Timeout | undefined

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
    this.#timer ??= setTimeout(() => this.#flush(), FLUSH_EVERY_MS).unref()
  }

  async read(session: string): Promise<LiveText | undefined> {
    return this.#unwritten.get(session) ?? this.#readRow(session)
  }

  /** An answer that completes within 100 ms is never written. */
  forget(session: string): void {
    this.#unwritten.delete(session)
    if (this.#written.delete(session)) this.#send(session, undefined)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#unwritten.clear()
  }

  #flush(): void {
    this.#timer = undefined
    for (const [session, text] of this.#unwritten) {
      this.#written.add(session)
      this.#send(session, text)
    }
    this.#unwritten.clear()
  }

  #send(session: string, text: LiveText | undefined): void {
    // The text is useless after a crash, so a failed write is ignored.
    this.#writer.runLoose({ kind: "live", session, text }).catch(() => {})
  }
}
