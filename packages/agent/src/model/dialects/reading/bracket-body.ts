// Collects a call in brackets, from "[" to "]". If "(" follows, it was the text of a Markdown link.
import type { Problem } from "../../../contracts/answer.ts"
import { type BracketCalls, readBracketCalls } from "./bracket-calls.ts"
import { notAnObject, type Read, written } from "./called.ts"
import type { Body, Taken } from "./markup.ts"
import { Nesting } from "./nesting.ts"
import { Pieces } from "./pieces.ts"
import { MAX_CALL_CHARS, problem, tooLarge } from "./problems.ts"
import { taken } from "./tagged-json.ts"
import type { OfferedTools } from "./tool-names.ts"

export const BRACKET_RIGHT = 'Write [server.tool(name="value", count=3)].'

const COMMA = /[,;]\s{0,20}/y
const MAX_COMMA_CHARS = 20

export class BracketBody implements Body {
  readonly #offered: OfferedTools
  /** Only a call can begin like this. If false, whatever cannot be parsed is text. */
  readonly #isCertain: boolean
  readonly #nesting = new Nesting({ isCall: true })
  readonly #raw = new Pieces()
  #next: "link" | "other" | "too-large" | undefined

  constructor(offered: OfferedTools, isCertain: boolean) {
    this.#offered = offered
    this.#isCertain = isCertain
  }

  get done(): boolean {
    return this.#next !== undefined
  }

  push(input: string, from: number): number {
    const to = this.#nesting.push(input, from)
    this.#raw.add(input.slice(from, to))
    if (this.#raw.length > MAX_CALL_CHARS) this.#next = "too-large"
    if (this.done || !this.#nesting.done || to === input.length) return to
    if (input[to] === "(") this.#next = "link"
    const comma = commaAt(input, to)
    if (comma !== undefined) this.#next ??= "other"
    return comma ?? to
  }

  take(): Taken {
    const raw = this.#raw.toString()
    if (this.#next === "link") return { text: raw }
    if (this.#next === "too-large") return { problems: [tooLarge(raw)] }
    return this.#read(raw)
  }

  /** An unclosed string may have swallowed the closing bracket and the text after it. */
  end(): Taken {
    this.#nesting.end()
    const raw = this.#raw.toString()
    const taken = this.#read(raw)
    const end = this.#nesting.done || taken.problems === undefined ? -1 : raw.search(/\)\](?=[\s[<]|$)/)
    if (end < 0) return taken
    const broken = raw.slice(0, end + 2)
    return { problems: [unreadable(readBracketCalls(broken, this.#offered), broken)], rest: raw.slice(end + 2) }
  }

  #read(raw: string): Taken {
    const read = readBracketCalls(raw, this.#offered)
    const areNames = read.calls.every(({ name }) => this.#offered.isPlausible(name))
    if (!this.#isCertain && (!read.isWhole || !areNames || read.calls.some(({ unnamed }) => unnamed > 0)))
      return { text: raw }
    if (read.failure !== undefined || read.calls.length === 0) return this.#broken(raw, read)
    return { ...taken(bracketReads(read, raw, this.#offered)), rest: this.#restOf(raw, read) }
  }

  /** Text after the last call that is not a bracket is ordinary text again. */
  #restOf(raw: string, { end, isWhole }: BracketCalls): string {
    return isWhole ? "" : raw.slice(end).replace(/^\s*\]/, "")
  }

  #broken(raw: string, read: BracketCalls): Taken {
    if (this.#nesting.done) return { problems: [unreadable(read, raw)] }
    const what = `The call is not complete: a quote or bracket is not closed. ${BRACKET_RIGHT}`
    return { problems: [problem("unclosed", what, raw)] }
  }
}

/**
 * Skips a comma between two calls. Returns the position after it, or `at` if there is none; undefined if more input is
 * needed.
 */
function commaAt(input: string, at: number): number | undefined {
  COMMA.lastIndex = at
  const length = COMMA.exec(input)?.[0].length ?? 0
  if (length === 0) return at
  if (at + length === input.length && length <= MAX_COMMA_CHARS) return undefined
  return input[at + length] === "[" && length <= MAX_COMMA_CHARS ? at + length : at
}

export function unreadable({ failure, calls }: BracketCalls, raw: string): Problem {
  const name = failure?.name ?? calls.at(-1)?.name
  const what = name === undefined ? "There is no call" : `The arguments of "${name}" cannot be read: ${failure?.what}`
  return problem("malformed-json", `${what}. ${BRACKET_RIGHT}`, raw)
}

export function bracketReads({ calls }: BracketCalls, raw: string, offered: OfferedTools): readonly Read[] {
  const source = { raw, right: BRACKET_RIGHT, offered }
  return calls.map((call) =>
    call.unnamed > 0
      ? notAnObject(`The arguments of "${call.name}" need names; together they`, [], source)
      : written(call.name, "", call.arguments, offered),
  )
}
