// Collects an answer that is a JSON object, as it streams. Text for the user is emitted as soon as it is certain to be
// that; everything else waits for the whole object.
import { isObject } from "../../../base/is-object.ts"
import type { DialectOutput } from "../../../contracts/dialect.ts"
import { type CallSource, isProblem, leftOpen, NAMES, type Read } from "./called.ts"
import { ANSWERS, DECISION, type Decision, decisionIn, isFinalKey, isFinalKind, KINDS, THOUGHTS } from "./decision.ts"
import { isList } from "./json-object.ts"
import { JsonTail } from "./json-tail.ts"
import { unescaped } from "./loose-string.ts"
import type { Body, Taken } from "./markup.ts"
import { Nesting, type StringListener } from "./nesting.ts"
import { Pieces } from "./pieces.ts"
import { MAX_CALL_CHARS, problem, tooLarge } from "./problems.ts"
import { readJson } from "./repair-json.ts"
import { StringDecoder } from "./string-decoder.ts"
import { taken } from "./tagged-json.ts"
import type { OfferedTools } from "./tool-names.ts"

export interface StructuredOptions {
  readonly offered: OfferedTools
  readonly output: DialectOutput
  readonly right: string
  /** What precedes the object and belongs to it: the first line of a fence. */
  readonly head: string
  /** No text came before, so whatever the object holds is meant as the answer. */
  readonly isFirst: boolean
  readonly onDecided: () => void
}

const MAX_KEY_CHARS = 200

/** The model's thought about a call becomes the call's rationale. */
function withReason({ thought, reads }: Decision): readonly Read[] {
  if (thought.trim() === "") return reads
  return reads.map((read) => (isProblem(read) ? read : { ...read, rationale: thought }))
}

export class StructuredBody implements Body, StringListener {
  readonly #options: StructuredOptions
  readonly #nesting: Nesting
  readonly #raw = new Pieces()
  readonly #decoder = new StringDecoder()
  /** The most recent key at each depth. */
  readonly #keys: string[] = []
  /** Where the current string goes: to the subscriber as text or thinking, or into a key or the object's kind. */
  #sink: "text" | "thought" | "key" | "kind" | undefined
  #depth = 0
  #gathered = ""
  #kind: string | undefined
  #isNamed = false
  #hasEmittedText = false
  #hasEmittedThought = false
  readonly #tail: JsonTail
  #isDone = false

  constructor(options: StructuredOptions) {
    this.#options = options
    this.#nesting = new Nesting({ listener: this })
    this.#tail = new JsonTail(options.head !== "")
  }

  get done(): boolean {
    return this.#isDone
  }

  push(input: string, from: number): number {
    const to = this.#nesting.push(input, from)
    this.#raw.add(input.slice(from, to))
    this.#isDone = this.#raw.length > MAX_CALL_CHARS
    if (this.#isDone || !this.#nesting.done) return to
    const end = this.#tail.push(input, to)
    this.#isDone = this.#tail.done
    return end
  }

  take(): Taken {
    const raw = this.#raw.toString()
    const { head, right, isFirst, onDecided, offered } = this.#options
    if (raw.length > MAX_CALL_CHARS) return { problems: [tooLarge(raw)] }
    // Text that has been emitted cannot be taken back, so escapes have to be parsed the same way again.
    const read = readJson(raw, { guessesEscapes: this.#hasEmittedText })
    const isCut = !this.#nesting.done && (read.kind === "broken" || read.added === "after-number")
    if (isCut) return this.#problem("unclosed", `The JSON of the answer is not complete. ${right}`, raw)
    if (read.kind === "broken")
      return this.#problem("malformed-json", `The answer cannot be read: ${read.what}. ${right}`, raw)
    const source: CallSource = { raw, right, offered }
    const objects = read.values.flatMap((value) => (isList(value) ? value : [value])).filter(isObject)
    const decisions = objects.map((object) => decisionIn(object, source))
    const decided = decisions.filter((decision) => decision !== undefined)
    if (decided.length === decisions.length && decided.length > 0) {
      onDecided()
      return this.#decided(decided)
    }
    // JSON inside a sentence, or in a fence after one, is quoted.
    if (!isFirst) return { text: head + raw + this.#tail.text }
    const what = `The object is neither the answer nor a call: it names no tool. ${right}`
    return this.#problem("missing-tool-name", what, raw)
  }

  end(): Taken {
    this.#nesting.end()
    this.#emitToSink(this.#decoder.end())
    return this.take()
  }

  #problem(code: "unclosed" | "malformed-json" | "missing-tool-name", what: string, raw: string): Taken {
    return { problems: [problem(code, what, raw)] }
  }

  #decided(decisions: readonly Decision[]): Taken {
    const thoughts = decisions.map(({ thought }) => thought).filter((thought) => thought !== "")
    if (!this.#hasEmittedThought && thoughts.length > 0) this.#options.output.onThinking(thoughts.join("\n"))
    const answers = decisions.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))
    const text = this.#hasEmittedText ? "" : answers.join("\n")
    const reads = decisions.flatMap(withReason)
    return { ...taken(this.#nesting.done ? reads : reads.map(leftOpen)), text }
  }

  stringOpened(depth: number, place: "key" | "member" | "item"): void {
    this.#depth = depth
    this.#gathered = ""
    this.#sink = place === "key" ? "key" : place === "member" ? this.#sinkFor(depth) : undefined
  }

  stringPiece(raw: string): void {
    if (this.#sink === "text" || this.#sink === "thought") this.#emitToSink(this.#decoder.push(raw))
    else if (this.#sink !== undefined && this.#gathered.length < MAX_KEY_CHARS) this.#gathered += raw
  }

  stringClosed(): void {
    if (this.#sink === "key") this.#keys[this.#depth] = unescaped(this.#gathered.slice(0, MAX_KEY_CHARS))
    else if (this.#sink === "kind") this.#kind ??= unescaped(this.#gathered.slice(0, MAX_KEY_CHARS))
    else this.#emitToSink(this.#decoder.end())
    this.#sink = undefined
  }

  /** What the value of this key is, at this depth. Only what cannot be a tool's argument is emitted at once. */
  #sinkFor(depth: number): "text" | "thought" | "kind" | undefined {
    const key = this.#keys[depth] ?? ""
    const outer = this.#keys[1] ?? ""
    // In an object that says what it is, an inner object is the answer itself: data, and no text.
    const isInFinal = depth === 2 && isFinalKey(outer) && this.#kind === undefined
    if (depth !== 1 && !isInFinal && !(depth === 2 && outer === DECISION)) return undefined
    if (NAMES.includes(key)) this.#isNamed = true
    if (KINDS.includes(key)) return "kind"
    const { offered } = this.#options
    if (THOUGHTS.includes(key)) return offered.takes(key) ? undefined : "thought"
    if (this.#hasEmittedText || this.#isNamed) return undefined
    const isFinal = isInFinal || (this.#kind !== undefined && isFinalKind(this.#kind) && !offered.has(this.#kind))
    if (isFinal) return ANSWERS.includes(key) ? "text" : undefined
    const isPlain = this.#kind === undefined && (key === "answer" || key === "final_answer")
    return isPlain && !offered.takes(key) ? "text" : undefined
  }

  #emitToSink(text: string): void {
    if (text === "") return
    if (this.#sink === "text") {
      this.#hasEmittedText = true
      this.#options.output.onText(text)
    } else if (this.#sink === "thought") {
      this.#hasEmittedThought = true
      this.#options.output.onThinking(text)
    }
  }
}
