// Parses an answer as it streams: emits text and thinking as soon as they are certain, and passes markup to the
// dialect. The output does not depend on how the answer is split: whatever depends on later input is held back until
// that input arrives.
import type { Problem } from "../../../contracts/answer.ts"
import type { DialectOutput, DialectReader, ReadAnswer, WrittenCall } from "../../../contracts/dialect.ts"
import type { Begun, Body, Markup, Taken } from "./markup.ts"
import { problem } from "./problems.ts"
import { TextEmitter } from "./text-emitter.ts"
import { TextScan, type ThinkingBegun } from "./text-scan.ts"
import { Thinking } from "./thinking.ts"

// Broken markup may hide other markup behind it, so the text is parsed again, but only a limited number of times.
const MAX_REREAD = 4
const FREE_REREAD = 100_000
// Text to parse again is put in front of the remaining input, so the remaining input must stay short.
const BLOCK = 64 * 1024

export class AnswerReader implements DialectReader {
  readonly #markup: Markup
  readonly #output: DialectOutput
  readonly #isWhole: boolean
  readonly #emitter: TextEmitter
  readonly #scan: TextScan
  readonly #calls: WrittenCall[] = []
  readonly #problems: Problem[] = []
  /**
   * Opening thinking tags without a closing tag, by their distance from the end of the answer; known once the end has
   * arrived.
   */
  readonly #unmatched = new Set<number>()
  #thinking: Thinking | undefined
  #body: Body | undefined
  #held = ""
  /** Number of characters that follow the input being parsed. */
  #ahead = 0
  /** Parsing cannot go on without more input. */
  #waits = false
  #metMarkup = false
  #afterCall = false
  #received = 0
  #reread = 0

  /** `isWhole`: the input is a whole answer and not the thinking inside one. */
  constructor(markup: Markup, output: DialectOutput, isWhole = true) {
    this.#markup = markup
    this.#output = output
    this.#isWhole = isWhole
    this.#emitter = new TextEmitter(output)
    const readerOutput = {
      onText: (text: string) => this.#emit(text),
      onThinking: (text: string) => output.onThinking(text),
    }
    this.#scan = new TextScan(markup, readerOutput, {
      emitter: this.#emitter,
      followsCall: () => this.#afterCall,
      isUnmatched: this.#isUnmatched,
    })
  }

  push(piece: string): void {
    this.#received += piece.length
    for (let at = 0; at < piece.length; at += BLOCK)
      this.#take(piece.length <= BLOCK ? piece : piece.slice(at, at + BLOCK))
  }

  end(): ReadAnswer {
    let rest = this.#endOpen(this.#read(this.#held, true))
    while (rest !== undefined) {
      this.#held = ""
      for (let at = 0; at < rest.length; at += BLOCK) {
        this.#ahead = Math.max(0, rest.length - at - BLOCK)
        this.#take(rest.slice(at, at + BLOCK))
      }
      rest = this.#endOpen(this.#read(this.#held, true))
    }
    if (this.#thinking !== undefined && this.#isWhole) this.#takeLastCalls(this.#thinking.text)
    this.#emitter.end(this.#metMarkup)
    const read = { text: this.#emitter.text, calls: this.#calls, problems: this.#problems }
    return this.#markup.finish?.(read) ?? read
  }

  /** Ends open thinking or markup. Returns the text to parse again; undefined if nothing was open. */
  #endOpen(left: string): string | undefined {
    if (this.#body !== undefined) return this.#keep(this.#body.end(left))
    const thought = this.#thinking?.end()
    if (thought === undefined) return undefined
    this.#thinking = undefined
    for (const distance of thought.unmatched) this.#unmatched.add(distance)
    if (thought.text !== "") this.#emit(thought.text)
    return thought.rest
  }

  #take(block: string): void {
    let input = this.#held === "" ? block : this.#held + block
    let half = ""
    // Hold back the first half of a surrogate pair.
    if ((input.charCodeAt(input.length - 1) & 0xfc00) === 0xd800) {
      half = input.slice(-1)
      input = input.slice(0, -1)
    }
    this.#ahead += half.length
    this.#held = this.#read(input, false) + half
    this.#ahead = 0
  }

  /** Returns the input that cannot be decided before more arrives. */
  #read(given: string, ended: boolean): string {
    let input = given
    let at = 0
    this.#waits = false
    while (at < input.length && !this.#waits) {
      const body = this.#body
      if (body === undefined) {
        at =
          this.#thinking === undefined
            ? this.#readText(input, at, ended)
            : this.#think(this.#thinking, input, at, ended)
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

  #think(thinking: Thinking, input: string, from: number, ended: boolean): number {
    const at = thinking.push(input, from, ended)
    this.#waits = !thinking.done
    if (thinking.done) this.#thinking = undefined
    return at
  }

  /** Emits text up to the next markup, and returns the position where it stopped. */
  #readText(input: string, from: number, ended: boolean): number {
    const at = this.#scan.next(input, from, ended)
    const { found } = this.#scan
    if (at > from) this.#emit(from === 0 && at === input.length ? input : input.slice(from, at))
    this.#waits = found === "maybe"
    return found === "none" || found === "maybe" ? at : at + this.#begin(found, input, at)
  }

  #begin(begun: Begun | ThinkingBegun, input: string, at: number): number {
    this.#metMarkup = true
    this.#emitter.dropLeading()
    if ("thinks" in begun) {
      const { length, thinks } = begun
      this.#thinking = new Thinking({
        output: this.#output,
        opening: input.slice(at, at + length),
        isSure: thinks === "surely",
        isUnclosed: this.#isUnmatched(input, at),
        isUnmatched: this.#isUnmatched,
      })
    } else this.#body = begun.body
    return begun.length
  }

  readonly #isUnmatched = (input: string, at: number): boolean =>
    this.#unmatched.size > 0 && this.#unmatched.has(input.length - at + this.#ahead)

  #emit(text: string): void {
    if (this.#afterCall && text.trim() !== "") this.#afterCall = false
    this.#emitter.emit(text)
  }

  /** Stores what the markup yielded, and returns the text to parse again. */
  #keep({ calls = [], problems = [], text = "", rest = "" }: Taken): string {
    this.#body = undefined
    this.#calls.push(...calls)
    this.#problems.push(...problems)
    this.#afterCall = calls.length > 0 || problems.length > 0
    if (text !== "") this.#emit(text)
    this.#reread += rest.length
    if (this.#reread <= MAX_REREAD * this.#received + FREE_REREAD) return rest
    const what = "There is too much broken markup to read on. Write one call after the other, each complete."
    this.#problems.push(problem("unclosed", what, rest))
    return ""
  }

  /** For unclosed thinking that ends with a call: Qwen models sometimes forget the closing tag. */
  #takeLastCalls(thought: string): void {
    const read = new AnswerReader(this.#markup, { onText: () => {}, onThinking: () => {} }, false)
    read.push(thought)
    const { calls, problems } = read.end()
    if (read.#afterCall && problems.length === 0) this.#calls.push(...calls)
  }
}
