// The dialect for providers with native tool calls: nothing is rewritten. It only separates the thinking that a local
// model puts in front of its answer.
import type { Dialect, DialectOutput, DialectReader, ReadAnswer } from "../../contracts/dialect.ts"
import { TextEmitter } from "./reading/text-emitter.ts"
import { Thinking, thinkingTagAt } from "./reading/thinking.ts"

export function native(): Dialect {
  return {
    name: "native",
    write: (request) => request,
    read: (_tools, output) => new NativeReader(output),
  }
}

class NativeReader implements DialectReader {
  readonly #output: DialectOutput
  readonly #emitter: TextEmitter
  /** Tags without a closing tag, by their distance from the end of the answer; known once the end has arrived. */
  readonly #unmatched = new Set<number>()
  #thinking: Thinking | undefined
  #isText = false
  #held = ""
  #metThinking = false

  constructor(output: DialectOutput) {
    this.#output = output
    this.#emitter = new TextEmitter(output)
  }

  push(piece: string): void {
    if (this.#isText) this.#emitter.emit(piece)
    else this.#held = this.#read(this.#held + piece, false)
  }

  end(): ReadAnswer {
    this.#read(this.#held, true)
    for (let left = this.#endThinking(); left !== undefined; left = this.#endThinking()) this.#read(left, true)
    this.#emitter.end(this.#metThinking)
    return { text: this.#emitter.text, calls: [], problems: [] }
  }

  /** Ends open thinking, and returns text that turned out not to be thinking and has to be parsed again. */
  #endThinking(): string | undefined {
    const left = this.#thinking?.end()
    if (left === undefined) return undefined
    this.#thinking = undefined
    for (const distance of left.unmatched) this.#unmatched.add(distance)
    return left.rest
  }

  /** Returns the input that cannot be decided before more arrives. */
  #read(input: string, ended: boolean): string {
    let at = 0
    while (at < input.length) {
      if (this.#isText) {
        this.#emitter.emit(input.slice(at))
        return ""
      }
      const next =
        this.#thinking === undefined ? this.#readStart(input, at, ended) : this.#think(this.#thinking, input, at, ended)
      if (next === "more") return input.slice(at)
      at = next
    }
    return ""
  }

  #readStart(input: string, from: number, ended: boolean): number | "more" {
    const at = from + (/\S/.exec(input.slice(from))?.index ?? input.length - from)
    if (at > from) {
      this.#emitter.emit(input.slice(from, at))
      return at
    }
    const tag = input[at] === "<" ? thinkingTagAt(input, at, ended) : "none"
    if (tag === "maybe") return "more"
    this.#isText = tag === "none" || tag.closes
    if (this.#isText || tag === "none") return at
    this.#metThinking = true
    this.#emitter.dropLeading()
    const isUnmatched = (text: string, index: number) => this.#unmatched.has(text.length - index)
    this.#thinking = new Thinking({
      output: this.#output,
      opening: input.slice(at, at + tag.length),
      isSure: true,
      isUnclosed: isUnmatched(input, at),
      isUnmatched,
    })
    return at + tag.length
  }

  #think(thinking: Thinking, input: string, from: number, ended: boolean): number | "more" {
    const at = thinking.push(input, from, ended)
    if (thinking.done) this.#thinking = undefined
    return thinking.done || at > from ? at : "more"
  }
}
