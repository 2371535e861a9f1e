// Collects the content between an opening and a closing tag: JSON, elements, or neither. A closing tag counts only
// where it can be meant: not inside a JSON string, CDATA, or the text of an element.
import type { Body, Taken } from "./markup.ts"
import { Pieces } from "./pieces.ts"
import { MAX_CALL_CHARS, problem, tooLarge } from "./problems.ts"
import { isJson } from "./repair-json.ts"
import { type Form, JsonForm, otherForm, XmlForm } from "./tagged-forms.ts"
import type { XmlNode } from "./xml-scanner.ts"

export interface Tag {
  readonly open: string
  readonly close: string
  /** Matches both tags, in any case; a global expression. */
  readonly edges: RegExp
  /** The content may be elements. */
  readonly takesXml?: true
  /** The content may be calls in brackets. */
  readonly takesBrackets?: true
  /** Instruction for the correct form, included in problems. */
  readonly right: string
  read(content: Content): Taken
}

export interface Content {
  readonly kind: Form["kind"]
  readonly raw: string
  /** The opening tag, as written. */
  readonly opening: string
  readonly root?: XmlNode
}

const MAX_CANDIDATES = 20
const NOT_SPACE = /\S/g

export class TaggedBody implements Body {
  readonly #tag: Tag
  readonly #opening: string
  readonly #isAfterCall: boolean
  readonly #raw = new Pieces()
  /** Positions of closing tags that were taken for text but may have been meant. */
  readonly #candidates: number[] = []
  #form: Form | undefined
  #ended: "closed" | "reopened" | "mentioned" | undefined
  #isTooLarge = false

  constructor(tag: Tag, opening: string, isAfterCall: boolean) {
    this.#tag = tag
    this.#opening = opening
    this.#isAfterCall = isAfterCall
  }

  get done(): boolean {
    return this.#ended !== undefined
  }

  push(input: string, from: number): number {
    let at = this.#form === undefined ? this.#readStart(input, from) : from
    if (this.#form === undefined) return at
    while (at < input.length && !this.done) {
      const edge = this.#nextEdge(input, at)
      this.#feed(input, at, edge.at)
      at = edge.at
      if (edge.tag === "") return at
      if (this.#stopsAt(edge.tag)) return edge.tag === this.#tag.close ? at + edge.tag.length : at
      this.#feed(input, at, at + edge.tag.length)
      at += edge.tag.length
    }
    return at
  }

  take(): Taken {
    const raw = this.#raw.toString()
    if (this.#ended === "mentioned") return { text: this.#opening + raw }
    return this.#ended === "closed" && !this.#isTooLarge ? this.#closed(raw) : this.#unclosed(raw)
  }

  end(left: string): Taken {
    // Some models open another call and then write none.
    if (this.#form === undefined && left === "" && this.#isAfterCall) return {}
    if (this.#form === undefined && /^["']$/.test(left)) return { text: this.#opening + this.#raw.toString() + left }
    const tail = left.toLowerCase()
    if (!this.#tag.close.startsWith(tail) && !this.#tag.open.startsWith(tail)) this.#feed(left, 0, left.length)
    return this.#unclosed(this.#raw.toString())
  }

  /** Skips white space up to the character that decides the form. */
  #readStart(input: string, from: number): number {
    NOT_SPACE.lastIndex = from
    const at = NOT_SPACE.test(input) ? NOT_SPACE.lastIndex - 1 : input.length
    this.#raw.add(input.slice(from, at))
    // A quote can be judged only together with the text that follows it.
    const isQuote = input[at] === '"' || input[at] === "'"
    if (at + (isQuote ? 1 : 0) >= input.length) return at
    this.#form = this.#formFor(input[at] ?? "")
    const mayBeMention = this.#opening.toLowerCase() === this.#tag.open && !this.#tag.takesBrackets
    if (mayBeMention && isMention(this.#raw.toString(), input.slice(at, at + 2))) this.#ended = "mentioned"
    return at
  }

  #formFor(char: string): Form {
    if (char === "<" && this.#tag.takesXml) return new XmlForm(this.#raw.length)
    if ("{[`".includes(char)) return new JsonForm(this.#raw.length, this.#tag.takesBrackets ?? false)
    return otherForm()
  }

  /** The next opening or closing tag, or the position up to which there can be none. */
  #nextEdge(input: string, at: number): { readonly at: number; readonly tag: string } {
    const { edges, open, close } = this.#tag
    edges.lastIndex = at
    const found = edges.exec(input)
    if (found !== null) return { at: found.index, tag: found[0].toLowerCase() }
    const last = input.lastIndexOf("<")
    if (last < at || input.length - last >= Math.max(open.length, close.length)) return { at: input.length, tag: "" }
    const tail = input.slice(last).toLowerCase()
    return { at: open.startsWith(tail) || close.startsWith(tail) ? last : input.length, tag: "" }
  }

  #feed(input: string, from: number, to: number): void {
    if (to <= from || this.#isTooLarge) return
    this.#raw.add(input.slice(from, to))
    this.#form?.push(input, from, to)
    if (this.#raw.length <= MAX_CALL_CHARS) return
    // From here on the content is only skipped.
    this.#isTooLarge = true
    this.#form = otherForm()
  }

  /** Whether the tag is meant as one at this position. */
  #stopsAt(tag: string): boolean {
    const isClose = tag === this.#tag.close
    const isMeant = isClose ? this.#form?.mayClose() : this.#form?.mayReopen()
    if (isMeant) this.#ended = isClose ? "closed" : "reopened"
    else if (isClose && this.#candidates.length < MAX_CANDIDATES) this.#candidates.push(this.#raw.length)
    return this.done
  }

  #read(raw: string): Taken {
    const form = this.#form
    const root = form instanceof XmlForm ? { root: form.finished() } : {}
    return this.#tag.read({ kind: form?.kind ?? "other", raw, opening: this.#opening, ...root })
  }

  /**
   * If the content cannot be parsed, an earlier closing tag may have been meant, and the text after it may hold further
   * calls.
   */
  #closed(raw: string): Taken {
    const taken = this.#read(raw)
    const meant = this.#candidates.length === 0 ? undefined : this.#meantEnd(raw)
    if (meant === undefined) return taken
    const isTwo = raw
      .slice(meant + this.#tag.close.length)
      .trimStart()
      .toLowerCase()
      .startsWith(this.#tag.open)
    // A repair that would merge two calls into one is not made.
    const isDoubtful = taken.problems !== undefined || (isTwo && this.#form?.kind === "json" && !isJson(raw))
    return isDoubtful ? this.#broken(raw + this.#tag.close, meant) : taken
  }

  /** Only the closing tag is missing, or a closing tag was taken for text, or the call is incomplete. */
  #unclosed(raw: string): Taken {
    const { open, close, right } = this.#tag
    if (this.#isTooLarge) return { problems: [tooLarge(this.#opening + raw)] }
    const end = this.#form?.wholeUntil()
    if (end !== undefined) return { ...this.#read(raw.slice(0, end)), rest: raw.slice(end).trimStart() }
    const meant = this.#meantEnd(raw)
    if (meant !== undefined) return this.#broken(raw, meant)
    const what = `The call that ${open} begins is not complete, and ${close} is missing. ${right}`
    return { problems: [problem("unclosed", what, this.#opening + raw)] }
  }

  #meantEnd(raw: string): number | undefined {
    const { length } = this.#tag.close
    return this.#candidates.find((at) => ENDS_LINE.test(raw.slice(at + length, at + length + 100)))
  }

  #broken(raw: string, end: number): Taken {
    const rest = raw.slice(end + this.#tag.close.length)
    const form = this.#form
    if (!(form instanceof XmlForm)) return { ...this.#read(raw.slice(0, end)), rest }
    const what = `The XML of the call cannot be read: ${form.whatIsOpen()}. ${this.#tag.right}`
    return { problems: [problem("malformed-xml", what, this.#opening + raw.slice(0, end))], rest }
  }
}

/** A closing tag that is meant is followed by nothing, a line break, or more markup. */
const ENDS_LINE = /^[ \t]*(?:\r?\n|<|$)/

/** "<tool> tags" only mentions the tag: a word follows on the same line, or the sentence continues. */
function isMention(space: string, next: string): boolean {
  if (space === "") return /^(?:[.,;:!?)*_]|["'](?:[\s.,;:!?)]|$))/.test(next)
  return !space.includes("\n") && /^[\p{L}\d(]/u.test(next)
}
