// A tolerant JSON parser. It accepts trailing and missing commas, single and curly quotes, names without quotes, Python
// literals, quotes and line breaks inside strings, and missing brackets at the end.
import type { Json } from "../../../contracts/json.ts"
import { type Draft, put } from "./json-object.ts"
import { isAmbiguous, looseString } from "./loose-string.ts"
import type { Added } from "./repair-json.ts"

const SPACE = /\s*(?:(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)\s*)*/y
const NAME = /[A-Za-z_$][\w$-]*/y
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?(?![\w.])/y
const WORD = /[A-Za-z_][\w-]*/y

const LITERALS: Readonly<Record<string, Json>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
}

export interface LooseOptions {
  readonly deepest: number
  /** Parses the arguments of a call, where a round bracket ends a value too. */
  readonly inCall?: boolean
  /** An ambiguous backslash counts as an escape where it can be one; otherwise parsing fails there. */
  readonly guessesEscapes?: boolean
}

export class LooseJson {
  readonly text: string
  readonly #deepest: number
  readonly #inCall: boolean
  readonly #guessesEscapes: boolean
  at = 0
  added: Added = "nothing"
  failure: { readonly at: number; readonly what: string } | undefined
  readonly #open: string[] = []
  #lastIsNumber = false

  constructor(text: string, { deepest, inCall = false, guessesEscapes = false }: LooseOptions) {
    this.text = text
    this.#deepest = deepest
    this.#inCall = inCall
    this.#guessesEscapes = guessesEscapes
  }

  /** All values, separated by commas or white space. Surplus brackets at the end are ignored. */
  values(): readonly Json[] | undefined {
    const found: Json[] = []
    for (;;) {
      this.skipSpace()
      if (this.isEnd) return found
      const char = this.text[this.at] ?? ""
      if (found.length > 0 && "}],;".includes(char)) this.at++
      else if (found.length > 0 && char !== "{" && char !== "[") return this.fail("there is something after the value")
      else {
        const value = this.value()
        if (value === undefined) return undefined
        found.push(value)
      }
    }
  }

  /** Undefined on failure; `failure` holds the reason. */
  value(): Json | undefined {
    this.skipSpace()
    const char = this.text[this.at]
    this.#lastIsNumber = false
    if (char === undefined) return this.fail("a value is missing")
    if (char === "{" || char === "[") return this.#bracketed(char)
    if (QUOTES.includes(char)) return this.#string("value")
    if (/[-+.\d]/.test(char)) return this.#number()
    const word = this.match(WORD)
    if (word !== undefined && Object.hasOwn(LITERALS, word)) return LITERALS[word]
    this.at -= word?.length ?? 0
    return this.fail(word === undefined ? "a value is missing" : `the text ${JSON.stringify(word)} has no quotes`)
  }

  skipSpace(): void {
    SPACE.lastIndex = this.at
    if (SPACE.test(this.text)) this.at = SPACE.lastIndex
  }

  get isEnd(): boolean {
    return this.at >= this.text.length
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)?.[0]
    this.at += found?.length ?? 0
    return found
  }

  fail(what: string): undefined {
    this.failure ??= { at: this.at, what }
    return undefined
  }

  #bracketed(open: "{" | "["): Json | undefined {
    if (this.#open.length >= this.#deepest) return this.fail("it is nested too deeply")
    this.at++
    this.#open.push(open)
    const value = open === "{" ? this.#object() : this.#list()
    this.#open.pop()
    return value
  }

  #object(): Json | undefined {
    const object: Draft = {}
    for (let isFirst = true; ; isFirst = false) {
      if (this.#closes("}", isFirst)) return object
      const key = this.#key()
      if (key === undefined) return undefined
      this.skipSpace()
      if (this.text[this.at] !== ":") return this.fail(`":" is missing after the key ${JSON.stringify(key)}`)
      this.at++
      const value = this.value()
      if (value === undefined) return undefined
      put(object, key, value)
      if (!this.#separated("}")) return undefined
    }
  }

  #list(): Json | undefined {
    const list: Json[] = []
    for (let isFirst = true; ; isFirst = false) {
      if (this.#closes("]", isFirst)) return list
      const value = this.value()
      if (value === undefined) return undefined
      list.push(value)
      if (!this.#separated("]")) return undefined
    }
  }

  /** An object or list ends at its own bracket, at the bracket of an outer one, or at the end of the text. */
  #closes(bracket: string, isFirst: boolean): boolean {
    this.skipSpace()
    const char = this.text[this.at]
    if (char === undefined) {
      // Nothing has been read inside it yet, so this is the beginning of a value and not its end.
      if (isFirst) return false
      this.added = this.#lastIsNumber ? "after-number" : "brackets"
      return true
    }
    if (char === bracket) {
      this.at++
      this.#lastIsNumber = false
      return true
    }
    return !isFirst && this.#closesOuter(char)
  }

  #closesOuter(char: string): boolean {
    if (char === "}") return this.#open.includes("{")
    if (char === "]") return this.#open.includes("[") || this.#inCall
    return char === ")" && this.#inCall
  }

  /** After a member: a comma, the end, or the next member if the comma is missing. */
  #separated(bracket: string): boolean {
    this.skipSpace()
    const char = this.text[this.at]
    if (char === undefined || char === bracket || this.#closesOuter(char)) return true
    if (char === ",") {
      this.at++
      this.#lastIsNumber = false
      return true
    }
    if (bracket === "}" && QUOTES.includes(char)) return true
    this.fail(`"," or "${bracket}" is missing`)
    return false
  }

  #key(): string | undefined {
    if (QUOTES.includes(this.text[this.at] ?? "?")) return this.#string("key")
    const name = this.match(NAME)
    return name ?? this.fail("a key is missing")
  }

  #string(place: "key" | "value"): string | undefined {
    const inside = this.#open.at(-1)
    const kind = place === "key" ? "key" : inside === "{" ? "member" : inside === "[" ? "item" : "argument"
    const found = looseString(this.text, this.at, this.#inCall || kind !== "argument" ? kind : "alone")
    if (found === undefined) {
      const start = this.at
      this.at = this.text.length
      return this.fail(
        `the string that begins with ${JSON.stringify(this.text.slice(start, start + 20).toWellFormed())} is not closed`,
      )
    }
    if (!this.#guessesEscapes && found.raw.includes("\\") && isAmbiguous(found.raw)) return this.fail(TWO_WAYS)
    this.at = found.end
    return found.value
  }

  #number(): number | undefined {
    const found = this.match(NUMBER)
    if (found === undefined || /^[-+]?0\d/.test(found)) return this.fail("this is no number")
    this.#lastIsNumber = true
    return Number(found)
  }
}

const TWO_WAYS =
  'the backslashes of this string can be read in two ways, as "\\n" is a line break or a backslash and an "n"; write \\\\ for each backslash that is meant as one'

export const QUOTES = `"'\u201c\u2018`
