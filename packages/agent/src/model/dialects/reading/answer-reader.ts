// Reads an answer as it streams: tells text and thinking as soon as they are certain, and hands markup to the dialect.
// Whatever the pieces are, the same is told: everything that depends on what comes next is held until it has come.
import type { Problem } from "../../../contracts/answer.ts"
import type { DialectReader, ReadAnswer, Told, WrittenCall } from "../../../contracts/dialect.ts"
import type { Begun, Body, Markup, Taken } from "./markup.ts"
import { problem } from "./problems.ts"
import { TextScan, type ThinkingBegun } from "./text-scan.ts"
import { TextTeller } from "./text-teller.ts"
import { Thinking } from "./thinking.ts"

// Broken markup may hide other markup behind it, so that the text is read again; but not over and over.
const MAX_REREAD = 4
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
  /** Tags that open thinking and that nothing closes, by their distance from the end; known once that has come. */
  readonly #unmatched = new Set<number>()
  #thinking: Thinking | undefined
  #body: Body | undefined
  #held = ""
  /** How much is still to be read, behind what is being read. */
  #ahead = 0
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
    this.#scan = new TextScan(markup, through, {
      teller: this.#teller,
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
    this.#teller.end(this.#metMarkup)
    const read = { text: this.#teller.text, calls: this.#calls, problems: this.#problems }
    return this.#markup.finish?.(read) ?? read
  }

  /** Ends what is open; gives what is to be read again, or nothing if nothing is open. */
  #endOpen(left: string): string | undefined {
    if (this.#body !== undefined) return this.#keep(this.#body.end(left))
    const thought = this.#thinking?.end()
    if (thought === undefined) return undefined
    this.#thinking = undefined
    for (const distance of thought.unmatched) this.#unmatched.add(distance)
    if (thought.text !== "") this.#tell(thought.text)
    return thought.rest
  }

  #take(block: string): void {
    let input = this.#held === "" ? block : this.#held + block
    let half = ""
    // Half of a character is not told.
    if ((input.charCodeAt(input.length - 1) & 0xfc00) === 0xd800) {
      half = input.slice(-1)
      input = input.slice(0, -1)
    }
    this.#ahead += half.length
    this.#held = this.#read(input, false) + half
    this.#ahead = 0
  }

  /** Gives what has to wait for more. */
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

  /** Tells text up to the next markup, and gives the place where it stopped. */
  #readText(input: string, from: number, ended: boolean): number {
    const at = this.#scan.next(input, from, ended)
    const { found } = this.#scan
    if (at > from) this.#tell(from === 0 && at === input.length ? input : input.slice(from, at))
    this.#waits = found === "maybe"
    return found === "none" || found === "maybe" ? at : at + this.#begin(found, input, at)
  }

  #begin(begun: Begun | ThinkingBegun, input: string, at: number): number {
    this.#metMarkup = true
    this.#teller.leaveOutLeading()
    if ("thinks" in begun) {
      const { length, thinks } = begun
      this.#thinking = new Thinking({
        told: this.#told,
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
    if (this.#reread <= MAX_REREAD * this.#received + FREE_REREAD) return rest
    const what = "There is too much broken markup to read on. Write one call after the other, each complete."
    this.#problems.push(problem("unclosed", what, rest))
    return ""
  }

  /** Thinking that was never closed and ends with a call: the model forgot to close it, as Qwen's do. */
  #takeLastCalls(thought: string): void {
    const read = new AnswerReader(this.#markup, { onText: () => {}, onThinking: () => {} }, false)
    read.push(thought)
    const { calls, problems } = read.end()
    if (read.#afterCall && problems.length === 0) this.#calls.push(...calls)
  }
}
