// Finds where opened brackets are closed, in streaming JSON or call arguments. Brackets and tags inside strings do not
// count; a quote ends a string only if the text that follows could follow a string.

const QUOTE = 0x22
const APOSTROPHE = 0x27
const BACKSLASH = 0x5c
const COLON = 0x3a
const CURLY_OPEN = 0x7b
const ROUND_OPEN = 0x28
const ROUND_CLOSE = 0x29

/** Receives the strings that Nesting finds: raw, with escapes, in pieces. */
export interface StringListener {
  /** `place`: whether the string is the key of a member, the value of a member, or an item of a list. */
  stringOpened(depth: number, place: "key" | "member" | "item"): void
  stringPiece(raw: string): void
  stringClosed(): void
}

export class Nesting {
  readonly #listener: StringListener | undefined
  /** Character codes of the open brackets: { [ ( */
  readonly #open: number[] = []
  readonly #counts = new Map<number, number>()
  #quote = 0
  #isEscaped = false
  /** A quote has been found, and the text that follows decides whether it closes the string. */
  #mayBeClosed = false
  #gap = ""
  /** Quotes before that one, which may belong to the string. */
  #quotes = ""
  #isEmpty = true
  #last = 0
  done = false

  readonly #isCall: boolean

  /** `isCall`: the input is the arguments of a call, in round brackets; in JSON, round brackets have no meaning. */
  constructor({ listener, isCall = false }: { readonly listener?: StringListener; readonly isCall?: boolean } = {}) {
    this.#listener = listener
    this.#isCall = isCall
  }

  get isInString(): boolean {
    return this.#quote !== 0 && !this.#mayBeClosed
  }

  get depth(): number {
    return this.#open.length
  }

  /** Reads up to `to` or to the bracket that closes the first one, and returns the position after it. */
  push(text: string, from: number, to = text.length): number {
    let at = from
    while (at < to && !this.done) {
      if (this.isInString) at = this.#inString(text, at, to)
      else this.#between(text, at++)
    }
    return at
  }

  /** The input is complete: a quote at the very end closes its string. */
  end(): void {
    if (this.#mayBeClosed) this.#closeString()
  }

  #inString(text: string, from: number, to: number): number {
    let at = from
    if (this.#isEscaped) {
      this.#isEscaped = false
      at++
    }
    const special = SPECIAL.get(this.#quote) as RegExp // The map has an entry for each quote.
    while (at < to) {
      special.lastIndex = at
      const index = special.test(text) ? special.lastIndex - 1 : to
      if (index >= to) {
        at = to
        break
      }
      if (text.charCodeAt(index) === BACKSLASH) {
        at = index + 2
        this.#isEscaped = at > to
        continue
      }
      this.#tellPiece(text, from, index)
      this.#mayBeClosed = true
      return index + 1
    }
    at = Math.min(at, to)
    this.#tellPiece(text, from, at)
    return at
  }

  #tellPiece(text: string, from: number, to: number): void {
    if (to > from) this.#isEmpty = false
    if (this.#listener !== undefined && to > from) this.#listener.stringPiece(text.slice(from, to))
  }

  #between(text: string, at: number): void {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13)) {
      if (this.#mayBeClosed && this.#listener !== undefined) this.#gap += text[at]
      return
    }
    if (this.#mayBeClosed && !this.#mayFollow(code)) {
      this.#reopen(text, at, code)
      return
    }
    if (this.#mayBeClosed) this.#closeString()
    this.#structural(code)
  }

  #mayFollow(code: number): boolean {
    return FOLLOWS_STRING.has(code) || (this.#isCall && code === ROUND_CLOSE)
  }

  /** The quote was inside the string, or surplus at either end of it; surplus quotes are not reported. */
  #reopen(text: string, at: number, code: number): void {
    this.#gap = String.fromCharCode(this.#quote) + this.#gap
    if (code === this.#quote) {
      this.#quotes += this.#gap
      this.#gap = ""
      return
    }
    const isLeading = this.#isEmpty && this.#quotes === "" && this.#gap.length === 1
    if (!isLeading) this.#listener?.stringPiece(this.#quotes + this.#gap)
    this.#quotes = ""
    this.#gap = ""
    this.#mayBeClosed = false
    if (code === BACKSLASH) this.#isEscaped = true
    this.#tellPiece(text, at, at + 1)
  }

  #closeString(): void {
    this.#listener?.stringClosed()
    this.#quote = 0
    this.#mayBeClosed = false
    this.#gap = ""
    this.#quotes = ""
    this.#isEmpty = true
    this.#last = QUOTE
  }

  #structural(code: number): void {
    if (!this.#isCall && (code === ROUND_OPEN || code === ROUND_CLOSE)) return
    if (OPENS.has(code)) {
      this.#open.push(code)
      this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1)
    } else if (CLOSES.has(code)) this.#close(CLOSES.get(code) as number)
    else if (code === QUOTE || (SPECIAL.has(code) && BEFORE_VALUE.has(this.#last))) this.#openString(code)
    this.#last = code
  }

  #openString(code: number): void {
    this.#quote = CURLY_QUOTES.get(code) ?? code
    const isMember = this.#open.at(-1) === CURLY_OPEN
    this.#listener?.stringOpened(this.#open.length, !isMember ? "item" : this.#last === COLON ? "member" : "key")
  }

  /** A bracket that closes an outer one closes those inside it too. One that closes nothing is ignored. */
  #close(opener: number): void {
    if ((this.#counts.get(opener) ?? 0) === 0) return
    for (;;) {
      const last = this.#open.pop() as number // Not empty: the opener is counted.
      this.#counts.set(last, (this.#counts.get(last) ?? 1) - 1)
      if (last === opener) break
    }
    this.done = this.#open.length === 0
  }
}

function codes(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)))
}

const OPENS = codes("{[(")
const CLOSES: ReadonlyMap<number, number> = new Map([
  [0x7d, 0x7b],
  [0x5d, 0x5b],
  [0x29, 0x28],
])
const FOLLOWS_STRING = codes(",:}]")
const BEFORE_VALUE = codes("\0{[(,:=")
/** The closing quote for each curly opening quote. */
const CURLY_QUOTES: ReadonlyMap<number, number> = new Map([
  [0x201c, 0x201d],
  [0x2018, 0x2019],
])
const SPECIAL: ReadonlyMap<number, RegExp> = new Map([
  [QUOTE, /["\\]/g],
  [APOSTROPHE, /['\\]/g],
  [0x201c, /(?!)/g],
  [0x2018, /(?!)/g],
  [0x201d, /[\u201d\\]/g],
  [0x2019, /[\u2019\\]/g],
])
