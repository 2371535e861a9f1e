// The dialect of models whose provider knows tool calls: nothing is rewritten. Only thinking that a local model puts in front
// of its answer is told apart.
import type { Dialect, DialectReader, ReadAnswer, Told } from "../../contracts/dialect.ts"
import { TextTeller } from "./reading/text-teller.ts"
import { thinkingEnd, thinkingTagAt } from "./reading/thinking.ts"

export function native(): Dialect {
  return {
    name: "native",
    write: (request) => request,
    read: (_tools, told) => new NativeReader(told),
  }
}

class NativeReader implements DialectReader {
  readonly #told: Told
  readonly #teller: TextTeller
  #state: "start" | "thinking" | "text" = "start"
  #held = ""
  #metThinking = false

  constructor(told: Told) {
    this.#told = told
    this.#teller = new TextTeller(told)
  }

  push(piece: string): void {
    if (this.#state === "text") this.#teller.tell(piece)
    else this.#held = this.#read(this.#held + piece, false)
  }

  end(): ReadAnswer {
    this.#read(this.#held, true)
    this.#teller.end(this.#metThinking)
    return { text: this.#teller.text, calls: [], problems: [] }
  }

  /** Gives what has to wait for more. */
  #read(input: string, ended: boolean): string {
    let at = 0
    while (at < input.length) {
      if (this.#state === "text") {
        this.#teller.tell(input.slice(at))
        return ""
      }
      const next = this.#state === "thinking" ? this.#readThinking(input, at, ended) : this.#readStart(input, at, ended)
      if (next === "more") return input.slice(at)
      at = next
    }
    return ""
  }

  #readStart(input: string, from: number, ended: boolean): number | "more" {
    const at = from + (/\S/.exec(input.slice(from))?.index ?? input.length - from)
    if (at > from) {
      this.#teller.tell(input.slice(from, at))
      return at
    }
    const tag = input[at] === "<" ? thinkingTagAt(input, at, ended) : "none"
    if (tag === "maybe") return "more"
    this.#state = tag !== "none" && !tag.closes ? "thinking" : "text"
    if (this.#state === "text" || tag === "none") return at
    this.#metThinking = true
    this.#teller.leaveOutLeading()
    return at + tag.length
  }

  #readThinking(input: string, from: number, ended: boolean): number | "more" {
    const { end, next } = thinkingEnd(input, from, ended)
    if (end > from) this.#told.onThinking(input.slice(from, end))
    if (next !== undefined) this.#state = "start"
    return next ?? (end > from ? end : "more")
  }
}
