// Collects what follows the line "Tool: server.tool": "Arguments: {..}", which may span several lines or be in a fence,
// or nothing.
import { JsonTail } from "./json-tail.ts"
import { ARGUMENT_LABELS, labelAt, NEXT_LABELS } from "./labels.ts"
import type { Body, Taken } from "./markup.ts"
import { Nesting } from "./nesting.ts"
import { Pieces } from "./pieces.ts"
import { MAX_CALL_CHARS } from "./problems.ts"
import { readJson } from "./repair-json.ts"

/** How the arguments were found. */
export interface LinesRead {
  readonly raw: string
  /** Undefined if there are no arguments. */
  readonly value?: string
  /** "cut": the answer ended inside the arguments. */
  readonly ended: "whole" | "broken" | "cut"
}

const NOT_SPACE = /\S/g
const FENCE_LINE = /(?:`{3,}|~{3,})[^\n`]{0,40}\n\s{0,100}(?=(\S))/y
const FENCE_PART = /^(?:`+|~+)[^\n`]{0,40}(?:\n\s{0,100})?$/

type State = "label" | "value" | "json" | "tail" | "line" | "done"

export class ToolLines implements Body {
  readonly #read: (read: LinesRead) => Taken
  readonly #raw = new Pieces()
  readonly #value = new Pieces()
  readonly #nesting = new Nesting()
  #tail = new JsonTail(false)
  #state: State
  #hasValue = false
  /** A line break precedes the next character. */
  #isNewLine = false
  #ended: LinesRead["ended"] = "whole"
  /** A position inside a string where a line looked like the next call. */
  #candidate: number | undefined

  /** `head`: the text consumed so far; `isLabelled`: it includes the label of the arguments. */
  constructor(head: string, isLabelled: boolean, read: (read: LinesRead) => Taken) {
    this.#state = isLabelled ? "value" : "label"
    this.#read = read
    this.#raw.add(head)
  }

  get done(): boolean {
    return this.#state === "done"
  }

  push(input: string, from: number): number {
    return this.#push(input, from, false)
  }

  /** An unclosed string may have swallowed the next call. */
  take(): Taken {
    const value = this.#value.toString()
    const end = this.#candidate
    if (end !== undefined && readJson(value).kind === "broken") {
      const taken = this.#read({ raw: this.#raw.toString(), value: value.slice(0, end), ended: "broken" })
      return { ...taken, rest: value.slice(end) }
    }
    return this.#read({ raw: this.#raw.toString(), ended: this.#ended, ...(this.#hasValue && { value }) })
  }

  end(left: string): Taken {
    const at = this.#push(left, 0, true)
    this.#nesting.end()
    if (this.#state === "json" && !this.#nesting.done) this.#ended = "cut"
    const taken = this.take()
    return { ...taken, rest: (taken.rest ?? "") + left.slice(at) }
  }

  #push(input: string, from: number, ended: boolean): number {
    let at = from
    while (at < input.length && !this.done) {
      const next = this.#step(input, at, ended)
      if (next === "more") return at
      this.#raw.add(input.slice(at, next))
      at = next
    }
    return at
  }

  #step(input: string, at: number, ended: boolean): number | "more" {
    switch (this.#state) {
      case "label":
      case "value":
        return this.#findValue(input, at, ended)
      case "json":
        return this.#readJson(input, at, ended)
      case "line":
        return this.#readLine(input, at)
      default:
        return this.#readTail(input, at)
    }
  }

  /** Skips white space and the label, up to the character that tells JSON from anything else. */
  #findValue(input: string, from: number, ended: boolean): number | "more" {
    NOT_SPACE.lastIndex = from
    const at = NOT_SPACE.test(input) ? NOT_SPACE.lastIndex - 1 : input.length
    if (at > from) {
      this.#isNewLine ||= input.slice(from, at).includes("\n")
      return at
    }
    if (this.#state === "label") {
      const label = labelAt(input, at, ARGUMENT_LABELS, ended)
      if (label === "maybe") return "more"
      if (label !== "none") return this.#go("value", at + label.length)
    }
    return this.#beginValue(input, at, ended)
  }

  #beginValue(input: string, at: number, ended: boolean): number | "more" {
    const isLabelled = this.#state === "value"
    const char = input[at] ?? ""
    if (char === "{" || (char === "[" && isLabelled)) return this.#beginJson(at)
    if (char === "`" || char === "~") {
      const fence = fenceAt(input, at, ended)
      if (fence === "more") return fence
      if (fence !== undefined) {
        this.#tail = new JsonTail(true)
        return this.#beginJson(fence)
      }
    }
    // A label without a value, or no label: there are no arguments.
    if (!isLabelled || this.#isNewLine) return this.#go("done", at)
    this.#hasValue = true
    return this.#go("line", at)
  }

  #beginJson(at: number): number {
    this.#hasValue = true
    return this.#go("json", at)
  }

  /** Reads line by line, since the next call ends JSON that was not closed. */
  #readJson(input: string, from: number, ended: boolean): number | "more" {
    if (this.#isNewLine) {
      const label = labelAt(input, from, NEXT_LABELS, ended)
      if (label === "maybe") return "more"
      if (label !== "none" && !this.#nesting.isInString) {
        this.#ended = "broken"
        return this.#go("done", from)
      }
      if (label !== "none") this.#candidate ??= this.#value.length
      this.#isNewLine = false
    }
    const newline = input.indexOf("\n", from)
    const to = this.#nesting.push(input, from, newline < 0 ? input.length : newline + 1)
    this.#isNewLine = input[to - 1] === "\n"
    this.#value.add(input.slice(from, to))
    if (this.#value.length > MAX_CALL_CHARS) this.#ended = "cut"
    if (this.#value.length > MAX_CALL_CHARS) return this.#go("done", to)
    return this.#nesting.done ? this.#go("tail", to) : to
  }

  #readLine(input: string, from: number): number {
    const newline = input.indexOf("\n", from)
    const to = newline < 0 ? input.length : newline
    this.#value.add(input.slice(from, to))
    return newline < 0 ? to : this.#go("done", to)
  }

  #readTail(input: string, from: number): number {
    const at = this.#tail.push(input, from)
    return this.#tail.done ? this.#go("done", at) : at
  }

  #go(state: State, at: number): number {
    this.#state = state
    if (state !== "json") this.#isNewLine = false
    return at
  }
}

/** Where JSON begins in a fence or between backticks; undefined if something else begins there. */
function fenceAt(input: string, at: number, ended: boolean): number | "more" | undefined {
  // Checked before the fence as a whole, because a streamed answer shows this part first.
  if (/^`+(?:json)?\s*[{[]/i.test(input.slice(at, at + 50))) return at + input.slice(at).search(/[{[]/)
  FENCE_LINE.lastIndex = at
  const found = FENCE_LINE.exec(input)
  if (found !== null) return found[1] === "{" || found[1] === "[" ? at + found[0].length : undefined
  return !ended && FENCE_PART.test(input.slice(at, at + 200)) ? "more" : undefined
}
