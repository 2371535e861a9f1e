// Tells text, and keeps what was told. White space before the first word is told only if nothing was left out of it:
// the blank lines around markup are no text.
import type { Told } from "../../../contracts/dialect.ts"
import { Pieces } from "./pieces.ts"

const BLANK = new Set([..." \t>*+-0123456789.)"].map((character) => character.charCodeAt(0)))

export class TextTeller {
  readonly #told: Told
  readonly #pieces = new Pieces()
  readonly #leading = new Pieces()
  #leavesOut = false
  #isBlankLine = true
  hasStarted = false
  isLineStart = true

  constructor(told: Told) {
    this.#told = told
  }

  get text(): string {
    return this.#pieces.toString()
  }

  tell(text: string): void {
    if (text === "") return
    this.isLineStart = text.charCodeAt(text.length - 1) === 10
    this.#isBlankLine = this.isBlankLineTo(text, 0, text.length)
    const start = this.hasStarted ? 0 : text.search(/\S/)
    if (this.hasStarted) this.#say(text)
    else if (start < 0) this.#leading.add(text)
    else {
      this.hasStarted = true
      this.#say(this.#leavesOut ? text.slice(start) : this.#leading.toString() + text)
    }
  }

  /** What stands before markup at the beginning, or between it and the first word, is not told. */
  leaveOutLeading(): void {
    if (this.hasStarted) return
    this.#leavesOut = true
    this.#leading.clear()
  }

  /** Is there only space, or the mark of a list or quotation, between the last line break and `at`? */
  isBlankLineTo(input: string, from: number, at: number): boolean {
    for (let index = at - 1; index >= from; index--) {
      const code = input.charCodeAt(index)
      if (code === 10) return true
      if (!BLANK.has(code)) return false
    }
    return this.#isBlankLine
  }

  /** An answer of nothing but white space is told as it is. */
  end(metMarkup: boolean): void {
    if (!this.hasStarted && !metMarkup) this.#say(this.#leading.toString())
  }

  #say(text: string): void {
    if (text === "") return
    this.#pieces.add(text)
    this.#told.onText(text)
  }
}
