// Writes the text in flight to the store at intervals, for subscribers in other processes.
import type { Clock } from "../contracts/clock.ts"
import type { Live, LiveText } from "../contracts/store.ts"

const LIVE_MS = 100

export class LiveWriter {
  readonly #live: Live
  readonly #clock: Clock
  readonly #textOf: (session: string) => LiveText | undefined
  #dirty = new Set<string>()
  /** Sessions whose text is in the store. */
  readonly #written = new Set<string>()
  #isDue = false
  #cancel = () => {}

  constructor(live: Live, clock: Clock, textOf: (session: string) => LiveText | undefined) {
    this.#live = live
    this.#clock = clock
    this.#textOf = textOf
  }

  /** The session has new text. */
  mark(session: string): void {
    this.#dirty.add(session)
    if (this.#isDue) return
    this.#isDue = true
    this.#cancel = this.#clock.after(LIVE_MS, () => this.#flush())
  }

  /** The answer is over. Most answers are so short that the store never had their text. */
  end(session: string): void {
    this.#dirty.delete(session)
    if (this.#written.delete(session)) this.#live.write(session, undefined)
  }

  close(): void {
    this.#cancel()
  }

  #flush(): void {
    const dirty = this.#dirty
    this.#dirty = new Set()
    this.#isDue = false
    for (const session of dirty) {
      const text = this.#textOf(session)
      if (text === undefined) continue
      this.#written.add(session)
      this.#live.write(session, text)
    }
  }
}
