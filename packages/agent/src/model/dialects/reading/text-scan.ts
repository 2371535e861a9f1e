// Scans text for the next markup or thinking, or for what could become either. Skips code.
import type { DialectOutput } from "../../../contracts/dialect.ts"
import { CodeSpans, isLongRun, runLength } from "./code-spans.ts"
import type { Begun, Found, Markup, Place } from "./markup.ts"
import type { TextEmitter } from "./text-emitter.ts"
import { thinkingTagAt } from "./thinking.ts"

export interface ThinkingBegun {
  readonly length: number
  /** "maybe": the tag is in the middle of a line. */
  readonly thinks: "surely" | "maybe"
}

/** What AnswerReader knows about the current position. */
export interface Surroundings {
  readonly emitter: TextEmitter
  readonly followsCall: () => boolean
  /** Whether the thinking tag at this position has no closing tag. */
  readonly isUnmatched: (input: string, at: number) => boolean
}

const LESS_THAN = 0x3c
const NEWLINE = 0x0a
const TICK = 0x60
const TILDE = 0x7e
const WORD = /\S/g

export class TextScan implements Place {
  readonly #markup: Markup
  readonly #emitter: TextEmitter
  readonly #followsCall: () => boolean
  readonly #isUnmatched: Surroundings["isUnmatched"]
  readonly #code = new CodeSpans()
  readonly #inText: RegExp
  readonly #inCode: RegExp
  readonly output: DialectOutput
  ended = false
  #input = ""
  /** Text from this position on has not been emitted yet. */
  #from = 0
  /** The position that `isAfterCall` and `isFirst` refer to. */
  #place = 0
  #wordAt = -1
  /** What was found where the last scan stopped; "none" at the end of the input. */
  found: Found | ThinkingBegun = "none"

  constructor(markup: Markup, output: DialectOutput, { emitter, followsCall, isUnmatched }: Surroundings) {
    this.#markup = markup
    this.output = output
    this.#emitter = emitter
    this.#followsCall = followsCall
    this.#isUnmatched = isUnmatched
    this.#inText = new RegExp(`[<\`~${markup.starts}${markup.lines ? "\\n" : ""}]`, "g")
    this.#inCode = new RegExp(`[<\`\\n${markup.starts}]`, "g")
  }

  /** The input up to the returned position is text; `found` says what is there. */
  next(input: string, from: number, ended: boolean): number {
    this.#input = input
    this.#from = from
    this.ended = ended
    this.#wordAt = -1
    this.found = "none"
    const startsLine = this.#markup.lines && this.#emitter.isLineStart && !this.#code.isOpen
    if (startsLine) this.found = this.#markupAt(from)
    let at = from
    while (at < input.length && this.found === "none") at = this.#step(at)
    return at
  }

  isAfterCall(): boolean {
    return this.#followsCall() && this.#isBlank()
  }

  isFirst(): boolean {
    return !this.#emitter.hasStarted && this.#isBlank()
  }

  /** Scans to the next candidate. Returns where to continue, or where it stopped if something was found. */
  #step(at: number): number {
    if (this.#code.isFence) return this.#inFence(at)
    const pattern = this.#code.isOpen ? this.#inCode : this.#inText
    pattern.lastIndex = at
    if (!pattern.test(this.#input)) return this.#input.length
    const index = pattern.lastIndex - 1
    const code = this.#input.charCodeAt(index)
    if (code === NEWLINE) return this.#atNewline(index)
    return code === TICK || code === TILDE ? this.#atMarks(index) : this.#atMarkup(index, code)
  }

  #inFence(at: number): number {
    const { end, isClosed } = this.#code.fenceEnd(this.#input, at, this.ended, (place) => this.#isLineStart(place))
    if (!isClosed && end < this.#input.length) this.found = "maybe"
    return end
  }

  #atNewline(index: number): number {
    this.#code.newline()
    const start = index + 1
    if (this.#markup.lines && !this.#code.isOpen && start < this.#input.length) this.found = this.#markupAt(start)
    return start
  }

  #atMarks(index: number): number {
    const isLineStart = this.#isLineStart(index)
    if (this.#markup.fences && !this.#code.isOpen && isLineStart) {
      this.found = this.#markupAt(index)
      if (this.found !== "none") return index
    }
    const length = runLength(this.#input, index)
    if (index + length === this.#input.length && !this.ended && !isLongRun(length)) {
      this.found = "maybe"
      return index
    }
    this.#code.mark(this.#input[index] ?? "", length, isLineStart)
    return index + length
  }

  #atMarkup(index: number, code: number): number {
    const found = (code === LESS_THAN && this.#thinkingAt(index)) || this.#markupAt(index, code)
    if (found === "none") return index + 1
    if (found !== "maybe" && this.#code.isOpen) {
      const until = this.#code.quotedUntil(this.#input, index, this.ended)
      if (until !== "no" && until !== "maybe") return until
      this.found = until === "maybe" ? "maybe" : found
      return index
    }
    this.found = found
    return index
  }

  #thinkingAt(index: number): "maybe" | Begun | ThinkingBegun | undefined {
    const tag = thinkingTagAt(this.#input, index, this.ended)
    if (tag === "none") return undefined
    // A closing tag that closes nothing is dropped.
    if (tag === "maybe" || tag.closes) return tag
    this.#place = index
    const isSure = this.#emitter.isSpaceTo(this.#input, this.#from, index) || this.isAfterCall()
    // Within a sentence, a tag without a closing tag is only a mention.
    if (!isSure && this.#isUnmatched(this.#input, index)) return undefined
    return { length: tag.length, thinks: isSure ? "surely" : "maybe" }
  }

  /** Markup that begins lines is searched for only at the start of a line. */
  #markupAt(at: number, code?: number): Found {
    if (this.#markup.lines && code !== undefined) return "none"
    this.#place = at
    return this.#markup.begins(this.#input, at, this)
  }

  #isLineStart(at: number): boolean {
    return this.#emitter.isBlankLineTo(this.#input, this.#from, at)
  }

  /** Searched once per scan: it is asked at every character, and long blanks would cost time again and again. */
  #isBlank(): boolean {
    if (this.#wordAt < 0) {
      WORD.lastIndex = this.#from
      this.#wordAt = WORD.test(this.#input) ? WORD.lastIndex - 1 : this.#input.length
    }
    return this.#wordAt >= this.#place
  }
}
