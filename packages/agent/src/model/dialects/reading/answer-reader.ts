// Reads an answer as it streams: tells text and thinking as soon as they are certain, and hands markup to the dialect.
// Whatever the pieces are, the same is told: everything that depends on what comes next is held until it has come.
import type { Problem } from "../../../contracts/answer.ts"
import type { DialectReader, ReadAnswer, Told, WrittenCall } from "../../../contracts/dialect.ts"
import type { Begun, Body, Markup, Taken } from "./markup.ts"
import { Pieces } from "./pieces.ts"
import { problem } from "./problems.ts"
import { TextScan, type ThinkingBegun } from "./text-scan.ts"
import { TextTeller } from "./text-teller.ts"
import { thinkingEnd } from "./thinking.ts"

// Broken markup may hide other markup behind it, so that the text is read again; but not over and over.
const MOST_REREAD = 4
const FREE_REREAD = 100_000
// What is read again is put in front of the rest, so the rest must not be long.
const BLOCK = 64 * 1024

export class AnswerReader implements DialectReader {
  readonly #markup: Markup
  readonly #told: Told
  readonly #isWhole: boolean
  readonly #teller: TextTeller
  readonly #scan: TextScan
  readonly #calls: WrittenCall[] = []
  readonly #problems: Problem[] = []
  readonly #thinking = new Pieces()
  #isThinking = false
  #body: Body | undefined
  #held = ""
  /** More is needed to go on. */
  #waits = false
  #metMarkup = false
  #afterCall = false
  #received = 0
  #reread = 0

  /** `isWhole`: a whole answer, not what stands in its thinking. */
  constructor(markup: Markup, told: Told, isWhole = true) {
    this.#markup = markup
    this.#told = told
    this.#isWhole = isWhole
    this.#teller = new TextTeller(told)
    const through = { onText: (text: string) => this.#tell(text), onThinking: (text: string) => told.onThinking(text) }
    this.#scan = new TextScan(markup, through, this.#teller, () => this.#afterCall)
  }

  push(piece: string): void {
    this.#received += piece.length
    for (let at = 0; at < piece.length; at += BLOCK)
      this.#take(piece.length <= BLOCK ? piece : piece.slice(at, at + BLOCK))
  }

  end(): ReadAnswer {
    let left = this.#read(this.#held, true)
    while (this.#body !== undefined) {
      const rest = this.#keep(this.#body.end(left))
      this.#held = ""
      for (let at = 0; at < rest.length; at += BLOCK) this.#take(rest.slice(at, at + BLOCK))
      left = this.#read(this.#held, true)
    }
    if (this.#isThinking && this.#isWhole) this.#takeLastCalls()
    this.#teller.end(this.#metMarkup)
    const read = { text: this.#teller.text, calls: this.#calls, problems: this.#problems }
    return this.#markup.finish?.(read) ?? read
  }

  #take(block: string): void {
    let input = this.#held === "" ? block : this.#held + block
    let half = ""
    // Half of a character is not told.
    if ((input.charCodeAt(input.length - 1) & 0xfc00) === 0xd800) {
      half = input.slice(-1)
      input = input.slice(0, -1)
    }
    this.#held = this.#read(input, false) + half
  }

  /** Gives what has to wait for more. */
  #read(given: string, ended: boolean): string {
    let input = given
    let at = 0
    this.#waits = false
    while (at < input.length && !this.#waits) {
      const body = this.#body
      if (body === undefined) {
        at = this.#isThinking ? this.#readThinking(input, at, ended) : this.#readText(input, at, ended)
        continue
      }
      at = body.push(input, at)
      this.#waits = !body.done
      if (!body.done) continue
      const rest = this.#keep(body.take())
      if (rest !== "") [input, at] = [rest + input.slice(at), 0]
    }
    return at === 0 ? input : input.slice(at)
  }

  #readThinking(input: string, from: number, ended: boolean): number {
    const { end, next } = thinkingEnd(input, from, ended)
    if (end > from) {
      this.#thinking.add(input.slice(from, end))
      this.#told.onThinking(input.slice(from, end))
    }
    this.#waits = next === undefined
    if (next === undefined) return end
    this.#isThinking = false
    this.#thinking.clear()
    return next
  }

  /** Tells text up to the next markup, and gives the place where it stopped. */
  #readText(input: string, from: number, ended: boolean): number {
    const at = this.#scan.next(input, from, ended)
    const { found } = this.#scan
    if (at > from) this.#tell(from === 0 && at === input.length ? input : input.slice(from, at))
    this.#waits = found === "maybe"
    return found === "none" || found === "maybe" ? at : at + this.#begin(found)
  }

  #begin(begun: Begun | ThinkingBegun): number {
    this.#metMarkup = true
    this.#teller.leaveOutLeading()
    if ("thinks" in begun) this.#isThinking = true
    else this.#body = begun.body
    return begun.length
  }

  #tell(text: string): void {
    if (this.#afterCall && text.trim() !== "") this.#afterCall = false
    this.#teller.tell(text)
  }

  /** Gives what is to be read again. */
  #keep({ calls = [], problems = [], text = "", rest = "" }: Taken): string {
    this.#body = undefined
    this.#calls.push(...calls)
    this.#problems.push(...problems)
    this.#afterCall = calls.length > 0 || problems.length > 0
    if (text !== "") this.#tell(text)
    this.#reread += rest.length
    if (this.#reread <= MOST_REREAD * this.#received + FREE_REREAD) return rest
    const what = "There is too much broken markup to read on. Write one call after the other, each complete."
    this.#problems.push(problem("unclosed", what, rest))
    return ""
  }

  /** Thinking that was never closed and ends with a call: the model forgot to close it, as Qwen's do. */
  #takeLastCalls(): void {
    const read = new AnswerReader(this.#markup, { onText: () => {}, onThinking: () => {} }, false)
    read.push(this.#thinking.toString())
    const { calls, problems } = read.end()
    if (read.#afterCall && problems.length === 0) this.#calls.push(...calls)
  }
}
