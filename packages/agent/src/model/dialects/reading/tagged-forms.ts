// The forms that a call may have between its tags. Each form follows the content as it streams, to know whether a tag
// in it is meant or is part of a value.
import { Nesting } from "./nesting.ts"
import { ownName, type XmlNode, XmlScanner } from "./xml-scanner.ts"

export interface Form {
  readonly kind: "json" | "xml" | "other"
  push(input: string, from: number, to: number): void
  /** Whether a closing tag here closes the call. */
  mayClose(): boolean
  /** Whether an opening tag here begins the next call. */
  mayReopen(): boolean
  /** Where the call ends, if only its closing tag is missing. */
  wholeUntil(): number | undefined
}

export function otherForm(): Form {
  return {
    kind: "other",
    push: () => {},
    mayClose: () => true,
    mayReopen: () => true,
    wholeUntil: () => undefined,
  }
}

/** After a value, the closing marks of a fence and surplus brackets are skipped. */
const NEXT_VALUE = /[^\s`}\]),;]/g

/** One JSON value, or several in a row. */
export class JsonForm implements Form {
  readonly kind = "json"
  readonly #isCall: boolean
  #nesting: Nesting
  #offset: number
  #endsAt = 0
  /** Something other than a value follows, so the JSON is over. */
  #isOver = false

  constructor(offset: number, isCall: boolean) {
    this.#offset = offset
    this.#isCall = isCall
    this.#nesting = new Nesting({ isCall })
  }

  push(input: string, from: number, to: number): void {
    let at = from
    while (at < to && !this.#isOver) {
      if (this.#nesting.done) at = this.#nextValue(input, at, to)
      if (at >= to || this.#isOver) break
      at = this.#nesting.push(input, at, to)
      if (this.#nesting.done) this.#endsAt = this.#offset + (at - from)
    }
    this.#offset += to - from
  }

  #nextValue(input: string, from: number, to: number): number {
    NEXT_VALUE.lastIndex = from
    const at = NEXT_VALUE.test(input) ? Math.min(to, NEXT_VALUE.lastIndex - 1) : to
    if (at === to) return to
    if (input[at] === "{" || input[at] === "[") this.#nesting = new Nesting({ isCall: this.#isCall })
    else this.#isOver = true
    return at
  }

  mayClose(): boolean {
    return !this.#nesting.isInString
  }

  mayReopen(): boolean {
    return !this.#nesting.isInString
  }

  wholeUntil(): number | undefined {
    return this.#nesting.done ? this.#endsAt : undefined
  }
}

export class XmlForm implements Form {
  readonly kind = "xml"
  readonly #scanner: XmlScanner

  constructor(offset: number) {
    this.#scanner = new XmlScanner(offset)
  }

  push(input: string, from: number, to: number): void {
    this.#scanner.push(input, from, to)
  }

  finished(): XmlNode {
    this.#scanner.finish()
    return this.#scanner.root
  }

  /** If only <arguments> is open, the model forgot to close it. */
  mayClose(): boolean {
    const { open, isInCdata } = this.#scanner
    const [only, ...more] = open
    return !isInCdata && (only === undefined || (more.length === 0 && ownName(only) === "arguments"))
  }

  mayReopen(): boolean {
    return this.wholeUntil() !== undefined
  }

  /** Undefined before <arguments>, which may still follow. */
  wholeUntil(): number | undefined {
    const { open, isInCdata, root } = this.#scanner
    const isWhole = open.length === 0 && !isInCdata && root.children.some((node) => ownName(node) === "arguments")
    return isWhole ? root.children.at(-1)?.to : undefined
  }

  /** The element that is still open, as text for a problem. */
  whatIsOpen(): string {
    const { isInCdata, open } = this.#scanner
    return isInCdata ? "a CDATA section is not closed with ]]>" : `<${open.at(-1)?.name}> is not closed`
  }
}
