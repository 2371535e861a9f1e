// Tracks code in Markdown: markup inside a fence or between backticks is quoted and not a call.

// A longer run of marks is a drawn line. Likewise, a longer quotation in a line, or more blanks after a fence, do not
// count.
const MAX_RUN_CHARS = 64
const MAX_SPAN_CHARS = 1000
const MAX_BLANK_CHARS = 100

const TICK_OR_NEWLINE = /[`\n]/g

type State =
  | { readonly kind: "none" }
  /** Between backticks, as far as can be known before they close. */
  | { readonly kind: "span"; readonly length: number }
  /** A line that begins with fence marks: a fence, unless the same line closes them. */
  | { readonly kind: "opening"; readonly mark: string; readonly length: number }
  | { readonly kind: "fence"; readonly mark: string; readonly length: number }

const NONE: State = { kind: "none" }

export class CodeSpans {
  #state: State = NONE

  get isOpen(): boolean {
    return this.#state !== NONE
  }

  get isFence(): boolean {
    return this.#state.kind === "fence"
  }

  /** Processes a run of marks outside a fence. */
  mark(mark: string, length: number, isLineStart: boolean): void {
    const state = this.#state
    if (state.kind === "none") {
      const opens = isLineStart && length >= 3
      if (opens) this.#state = { kind: "opening", mark, length }
      else if (mark === "`") this.#state = { kind: "span", length }
      return
    }
    if (mark !== "`" || state.kind === "fence" || (state.kind === "opening" && state.mark !== "`")) return
    // The first line of a fence contains no backtick, so this line began with a code span.
    this.#state = length === state.length ? NONE : { kind: "span", length: state.length }
  }

  newline(): void {
    if (this.#state.kind === "opening") this.#state = { ...this.#state, kind: "fence" }
    else if (this.#state.kind === "span") this.#state = NONE
  }

  /**
   * Whether the markup at `at` is quoted: the position of the closing marks, or the position up to which the input is
   * text; "maybe" if more input is needed.
   */
  quotedUntil(input: string, at: number, ended: boolean): number | "maybe" | "no" {
    const state = this.#state
    if (state.kind !== "span" && state.kind !== "opening") return "no"
    if (state.kind === "opening" && state.mark !== "`") return at + 1
    TICK_OR_NEWLINE.lastIndex = at
    while (TICK_OR_NEWLINE.test(input)) {
      const index = TICK_OR_NEWLINE.lastIndex - 1
      if (index - at > MAX_SPAN_CHARS) break
      if (input[index] === "\n") return this.#unclosedAt(index)
      const length = runLength(input, index)
      if (index + length === input.length && !ended) return "maybe"
      if (length === state.length) return index
      TICK_OR_NEWLINE.lastIndex = index + length
    }
    if (!ended && input.length - at <= MAX_SPAN_CHARS) return "maybe"
    this.#state = NONE
    return "no"
  }

  /**
   * A line that starts with three backticks opens a fence, whatever follows on it; other unclosed backticks were stray.
   */
  #unclosedAt(newline: number): number | "no" {
    if (this.#state.kind === "opening") return newline
    this.#state = NONE
    return "no"
  }

  /** Where the fence ends, or where more input is needed. `isLineStart`: whether a position is at the start of a line. */
  fenceEnd(input: string, from: number, ended: boolean, isLineStart: (at: number) => boolean): FenceEnd {
    const { mark, length } = this.#state as State & { kind: "fence" } // Called only inside a fence.
    const marks = mark === "`" ? "```" : "~~~"
    let at = from
    for (;;) {
      const index = input.indexOf(marks, at)
      if (index < 0) return { end: ended ? input.length : input.length - trailing(input, mark, from), isClosed: false }
      const run = runLength(input, index)
      const after = afterBlank(input, index + run)
      const mayClose = isLineStart(index) && !isLongRun(run) && (run >= length || after === input.length)
      if (mayClose && after === input.length && !ended && after - index < MAX_BLANK_CHARS)
        return { end: index, isClosed: false }
      at = index + run
      const endsLine = after === input.length ? ended : input[after] === "\n"
      if (!mayClose || run < length || !endsLine) continue
      this.#state = NONE
      return { end: at, isClosed: true }
    }
  }
}

export interface FenceEnd {
  readonly end: number
  readonly isClosed: boolean
}

/** Length of the run of equal characters here, up to the length that matters. */
export function runLength(input: string, at: number): number {
  let end = at + 1
  while (end < input.length && input.charCodeAt(end) === input.charCodeAt(at) && end - at < MAX_RUN_CHARS) end++
  return end - at
}

export function isLongRun(length: number): boolean {
  return length >= MAX_RUN_CHARS
}

/** Number of marks at the very end that the next piece could turn into a fence. */
function trailing(input: string, mark: string, from: number): number {
  let count = 0
  while (count < 2 && input.length - count > from && input[input.length - 1 - count] === mark) count++
  return count
}

function afterBlank(input: string, from: number): number {
  let at = from
  while (
    at < input.length &&
    at - from < MAX_BLANK_CHARS &&
    (input[at] === " " || input[at] === "\t" || input[at] === "\r")
  )
    at++
  return at
}
