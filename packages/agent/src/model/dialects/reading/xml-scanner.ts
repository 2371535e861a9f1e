// Scans the elements between <tool> and </tool> as they stream. Stores positions only; the content is taken from the
// raw text at the end. A "<" that begins no tag is text, and so is a tag that closes nothing.

export interface XmlNode {
  readonly name: string
  /** Positions: start and end of the opening tag, start and end of the closing tag. */
  readonly at: number
  readonly inner: number
  end: number
  to: number
  readonly children: XmlNode[]
  readonly cdata: (readonly [from: number, to: number])[]
  /** The tag directly follows a word: "vector<int>" is not an element. */
  readonly isGlued: boolean
  /** An inner tag that was never closed. */
  unclosed?: XmlNode
}

/**
 * The name of one of the dialect's own elements, lower-cased if it is all capitals: a model that writes <TOOL> also
 * writes <TOOL_NAME>.
 */
export function ownName({ name }: XmlNode): string {
  return name === name.toUpperCase() ? name.toLowerCase() : name
}

const TAG = /^<(\/?)([A-Za-z_][\w.:-]*)(?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(\/?)>$/
const EDGE = /[<>]/g
const CDATA = "<![CDATA["
const MAX_TAG_CHARS = 256
const MAX_DEPTH = 100

export class XmlScanner {
  readonly root: XmlNode = newNode("", 0, 0, false)
  readonly #stack: XmlNode[] = [this.root]
  #offset: number
  #mode: "text" | "tag" | "cdata" = "text"
  /** The tag so far, from its "<" on; in CDATA, the last characters. */
  #tag = ""
  #start = 0
  #isGlued = false
  #last = " "

  /** `offset`: length of the raw text before the first input. */
  constructor(offset: number) {
    this.#offset = offset
  }

  get isInCdata(): boolean {
    return this.#mode === "cdata"
  }

  /** The open elements, outermost first. */
  get open(): readonly XmlNode[] {
    return this.#stack.slice(1)
  }

  push(text: string, from: number, to: number): void {
    let at = from
    while (at < to) {
      const next = this.#step(text, at, to)
      this.#offset += next - at
      if (next > at) this.#last = text[next - 1] ?? " "
      at = next
    }
  }

  /** The input is complete: whatever is open ends here. */
  finish(): void {
    for (const node of this.#stack) {
      node.end = this.#offset
      node.to = this.#offset
    }
  }

  #step(text: string, at: number, to: number): number {
    if (this.#mode === "text") return this.#inText(text, at, to)
    return this.#mode === "tag" ? this.#inTag(text, at, to) : this.#inCdata(text, at, to)
  }

  #inText(text: string, from: number, to: number): number {
    const index = text.indexOf("<", from)
    if (index < 0 || index >= to) return to
    const before = index > from ? (text[index - 1] ?? " ") : this.#last
    this.#isGlued = /[^\s>]/.test(before)
    this.#start = this.#offset + (index - from)
    this.#tag = "<"
    this.#mode = "tag"
    return index + 1
  }

  #inTag(text: string, from: number, to: number): number {
    if (this.#tag === "<" && !/[A-Za-z_/!]/.test(text[from] ?? "")) return this.#isText(from)
    if (this.#tag.startsWith("<!") || (this.#tag === "<" && text[from] === "!")) return this.#inCdataTag(text, from, to)
    EDGE.lastIndex = from
    const edge = EDGE.test(text) ? EDGE.lastIndex - 1 : to
    const stop = Math.min(edge, to, from + MAX_TAG_CHARS - this.#tag.length)
    this.#tag += text.slice(from, stop)
    if (this.#tag.length >= MAX_TAG_CHARS) return this.#isText(stop)
    if (stop === to) return stop
    if (text[stop] === "<") return this.#isText(stop)
    this.#mode = "text"
    this.#closeTag(`${this.#tag}>`, this.#offset + (stop + 1 - from))
    return stop + 1
  }

  #inCdataTag(text: string, from: number, to: number): number {
    const stop = Math.min(to, from + CDATA.length - this.#tag.length)
    this.#tag += text.slice(from, stop)
    if (!CDATA.startsWith(this.#tag)) {
      // Not CDATA: go back to the next "<" among the consumed characters, which may begin a tag.
      const back = this.#tag.indexOf("<", 1)
      return this.#isText(back < 0 ? stop : stop - (this.#tag.length - back))
    }
    if (this.#tag === CDATA) {
      this.#mode = "cdata"
      this.#start = this.#offset + (stop - from)
      this.#tag = ""
    }
    return stop
  }

  #isText(at: number): number {
    this.#mode = "text"
    return at
  }

  #inCdata(text: string, from: number, to: number): number {
    const joined = this.#tag + text.slice(from, to)
    const index = joined.indexOf("]]>")
    if (index < 0) {
      this.#tag = joined.slice(-2)
      return to
    }
    const end = index + 3 - this.#tag.length
    this.#top.cdata.push([this.#start, this.#offset + end - 3])
    this.#mode = "text"
    return from + end
  }

  get #top(): XmlNode {
    return this.#stack.at(-1) as XmlNode // Not empty: the root is never closed.
  }

  #closeTag(tag: string, to: number): void {
    const [, slash, name = "", selfClosing] = TAG.exec(tag) ?? []
    if (name === "") return
    if (slash === "/") {
      this.#close(name, to)
      return
    }
    const node = newNode(name, this.#start, to, this.#isGlued)
    if (this.#stack.length > MAX_DEPTH) return
    this.#top.children.push(node)
    if (selfClosing !== "/") this.#stack.push(node)
  }

  #close(name: string, to: number): void {
    const index = this.#stack.findLastIndex((node) => node.name === name)
    const node = this.#stack[index]
    // It closes nothing, so it is text.
    if (node === undefined || index === 0) return
    const inside = this.#stack[index + 1]
    if (inside !== undefined) {
      node.unclosed = inside
      node.children.pop()
    }
    this.#stack.length = index
    node.end = this.#start
    node.to = to
  }
}

function newNode(name: string, at: number, to: number, isGlued: boolean): XmlNode {
  return { name, at, inner: to, end: to, to, children: [], cdata: [], isGlued }
}
