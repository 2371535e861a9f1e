// Parses thinking that a model writes into its answer, as local models do: <think> or <thinking>, in any case, possibly
// nested.
import type { DialectOutput } from "../../../contracts/dialect.ts"
import { Pieces } from "./pieces.ts"

const TAGS = ["<think>", "<thinking>", "</think>", "</thinking>"]
const MAX_TAG_CHARS = 11
const EDGE = /<\/?think(?:ing)?>/gi

export type ThinkingTag = { readonly length: number; readonly closes: boolean }

export function thinkingTagAt(input: string, at: number, ended: boolean): ThinkingTag | "maybe" | "none" {
  const next = input.charCodeAt(at + 1) | 0x20
  // "t" or "/". The bit that lower-cases letters is already set in "/".
  if (at + 1 < input.length && next !== 0x74 && next !== 0x2f) return "none"
  const head = input.slice(at, at + MAX_TAG_CHARS).toLowerCase()
  const tag = TAGS.find((each) => head.startsWith(each))
  if (tag !== undefined) return { length: tag.length, closes: tag[1] === "/" }
  return !ended && TAGS.some((each) => each.startsWith(head)) ? "maybe" : "none"
}

export interface ThinkingOptions {
  readonly output: Pick<DialectOutput, "onThinking">
  /** The opening tag, as written. */
  readonly opening: string
  /**
   * The tag is at the start of the answer or of a line. In the middle of a line it may be a mention: text, if nothing
   * closes it.
   */
  readonly isSure: boolean
  /** The tag has no closing tag; known when the answer is parsed again after its end. */
  readonly isUnclosed: boolean
  /** Whether the tag at this position has no closing tag. */
  readonly isUnmatched: (input: string, at: number) => boolean
}

/** The text to parse again, and its opening tags without a closing tag, by their distance from the end. */
export interface ThinkingLeft {
  readonly text: string
  readonly rest: string
  readonly unmatched: readonly number[]
}

/** One stretch of thinking after its opening tag. Emits what is certain, and holds back what depends on a later tag. */
export class Thinking {
  readonly #options: ThinkingOptions
  readonly #emitted = new Pieces()
  readonly #held = new Pieces()
  /** Positions of nested opening tags that are not closed yet. */
  readonly #opens: number[] = []
  #holds: boolean
  #heldFrom = 0
  /** Length of the closing tag that the held text begins with. */
  #closing = 0
  #place = 0
  done = false

  constructor(options: ThinkingOptions) {
    this.#options = options
    this.#holds = !options.isSure
  }

  /** All thinking emitted so far; meant for thinking that was never closed. */
  get text(): string {
    return this.#emitted.toString()
  }

  /** Consumes what it can, and returns the position where it stopped. */
  push(input: string, from: number, ended: boolean): number {
    let at = from
    while (!this.done) {
      EDGE.lastIndex = at
      const found = EDGE.exec(input)
      const end = found?.index ?? endOf(input, at, ended)
      this.#add(input.slice(at, end))
      if (found === null) return end
      const [tag] = found
      if (tag[1] === "/") this.#close(tag)
      else this.#open(tag, this.#options.isUnmatched(input, end))
      at = end + tag.length
    }
    return at
  }

  /** The input is complete. Undefined if all of it was thinking. */
  end(): ThinkingLeft | undefined {
    if (!this.#holds) return undefined
    const { isSure, opening } = this.#options
    const unmatched = this.#opens.map((place) => this.#place - place)
    return { text: isSure ? "" : opening, rest: this.#held.toString().slice(this.#closing), unmatched }
  }

  #open(tag: string, isUnmatched: boolean): void {
    if (!isUnmatched) this.#opens.push(this.#place)
    this.#add(tag)
  }

  #close(tag: string): void {
    const { isSure, isUnclosed } = this.#options
    const open = this.#opens.pop()
    if (open === undefined) this.#finish()
    else if (!isSure || (this.#holds && open >= this.#heldFrom)) this.#add(tag)
    else if (isUnclosed && this.#opens.length === 0) this.#finish()
    else {
      // Everything up to here is thinking. If another tag closes, what follows is thinking too; otherwise this tag
      // closed all of it, and the nested opening tag was only a mention.
      this.#release()
      this.#holds = true
      this.#heldFrom = this.#place
      this.#closing = tag.length
      this.#add(tag)
    }
  }

  #finish(): void {
    this.#release()
    this.done = true
  }

  #release(): void {
    this.#emit(this.#held.toString())
    this.#held.clear()
  }

  #add(text: string): void {
    this.#place += text.length
    if (this.#holds) this.#held.add(text)
    else this.#emit(text)
  }

  #emit(text: string): void {
    if (text === "") return
    this.#emitted.add(text)
    this.#options.output.onThinking(text)
  }
}

/** The position up to which there is no tag, whatever comes next. */
function endOf(input: string, from: number, ended: boolean): number {
  if (ended) return input.length
  const last = input.lastIndexOf("<")
  const isOpen = last >= from && input.length - last < MAX_TAG_CHARS && thinkingTagAt(input, last, false) === "maybe"
  return isOpen ? last : input.length
}
