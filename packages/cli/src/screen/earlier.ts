// The messages that were sent before, in this session and in others: for the field, for the search, and for the next start.
import { addToHistory, readHistory } from "../repl/history.ts"
import { fromLine, toOneLine } from "../repl/paste.ts"

/** As long as a message that people write or paste; a file of megabytes has no place among the lines to go back to. */
const MAX_CHARS = 100_000

export class Earlier {
  /** Newest first. */
  readonly lines: string[]
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    this.lines = readHistory(path).map(fromLine)
  }

  add(text: string): void {
    if (text.length > MAX_CHARS) return
    this.lines.unshift(text)
    addToHistory(this.#path, toOneLine(text))
  }
}
