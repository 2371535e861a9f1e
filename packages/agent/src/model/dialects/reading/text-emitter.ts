// Emits text and keeps a copy of it. White space before the first word is emitted only if no markup was removed there,
// since blank lines around markup are not text.
import type { DialectOutput } from "../../../contracts/dialect.ts"
import { Pieces } from "./pieces.ts"

/** The content of a line so far: nothing or space, the mark of a list or quotation, or words. */
type Line = "space" | "marks" | "words"

const BLANK = new Set([..." \t>*+-0123456789.)"].map((character) => character.charCodeAt(0)))

export class TextEmitter {
  readonly #output: DialectOutput
  readonly #pieces = new Pieces()
  readonly #leading = new Pieces()
  #dropsLeading = false
  #line: Line = "space"
  hasStarted = false
  isLineStart = true

  constructor(output: DialectOutput) {
    this.#output = output
  }

  get text(): string {
    return this.#pieces.toString()
  }

  emit(text: string): void {
    if (text === "") return
    this.isLineStart = text.charCodeAt(text.length - 1) === 10
    this.#line = this.#lineTo(text, 0, text.length)
    const start = this.hasStarted ? 0 : text.search(/\S/)
    if (this.hasStarted) this.#send(text)
    else if (start < 0) this.#leading.add(text)
    else {
      this.hasStarted = true
      this.#send(this.#dropsLeading ? text.slice(start) : this.#leading.toString() + text)
    }
  }

  /** Drops white space before markup at the start of the answer, and between that markup and the first word. */
  dropLeading(): void {
    if (this.hasStarted) return
    this.#dropsLeading = true
    this.#leading.clear()
  }

  /** Whether there is only space, or the mark of a list or quotation, between the last line break and `at`. */
  isBlankLineTo(input: string, from: number, at: number): boolean {
    return this.#lineTo(input, from, at) !== "words"
  }

  /** Whether there is only space between the last line break and `at`. */
  isSpaceTo(input: string, from: number, at: number): boolean {
    return this.#lineTo(input, from, at) === "space"
  }

  #lineTo(input: string, from: number, at: number): Line {
    let line: Line = "space"
    for (let index = at - 1; index >= from; index--) {
      const code = input.charCodeAt(index)
      if (code === 10) return line
      if (!BLANK.has(code)) return "words"
      if (code !== 32 && code !== 9) line = "marks"
    }
    return this.#line === "space" ? line : this.#line
  }

  /** An answer of nothing but white space is emitted as it is. */
  end(metMarkup: boolean): void {
    if (!this.hasStarted && !metMarkup) this.#send(this.#leading.toString())
  }

  #send(text: string): void {
    if (text === "") return
    this.#pieces.add(text)
    this.#output.onText(text)
  }
}
