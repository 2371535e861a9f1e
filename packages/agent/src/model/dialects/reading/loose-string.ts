// Parses a quoted string as models write it. The text that follows decides where it ends, since inner quotes are often
// unescaped.

/** The string's position, which decides what may follow it. "alone": nothing may. */
export type StringPlace = "key" | "member" | "item" | "argument" | "alone"

const CLOSING: Readonly<Record<string, string>> = { '"': '"', "'": "'", "\u201c": '\u201d"', "\u2018": "\u2019'" }
const ESCAPES: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  '"': '"',
  "'": "'",
  "/": "/",
  "\\": "\\",
  "\n": "\n",
}

// What may follow the comma after a string, and a member whose comma is missing.
const AFTER_COMMA: Readonly<Record<StringPlace, RegExp>> = {
  key: /(?!)/y,
  member: /\s*(?:["'}\u201c]|\/[/*]|[A-Za-z_$][\w$-]{0,100}\s*:|$)/y,
  item: /\s*(?:["'{[\]\d\u201c-]|\/[/*]|true|false|null|True|False|None|$)/y,
  argument: /\s*(?:["'{[()\]\d\u201c-]|[\w.-]{1,100}\s*[=:(]|(?:true|false|null|True|False|None)\b|$)/y,
  alone: /\s*$/y,
}
const NEXT_MEMBER = /\s*["'][^"'\n\\]{1,100}["']\s*:/y
const SPACE = /\s*/y

export interface LooseString {
  readonly value: string
  readonly end: number
  /** The string as written, without its quotes. */
  readonly raw: string
}

/** Undefined if the string is not closed. */
export function looseString(text: string, at: number, place: StringPlace): LooseString | undefined {
  const triple = text.slice(at, at + 3)
  if (triple === '"""' || triple === "'''") {
    const end = text.indexOf(triple, at + 3)
    if (end >= 0 && isEnd(text, end + 3, place)) {
      const raw = text.slice(at + 3, end)
      return { value: unescaped(raw), end: end + 3, raw }
    }
  }
  const closing = CLOSING[text[at] ?? ""] ?? ""
  const special = closing === '"' ? /["\\]/g : closing === "'" ? /['\\]/g : /["'\u201d\u2019\\]/g
  special.lastIndex = at + 1
  const inner: number[] = []
  while (special.test(text)) {
    const index = special.lastIndex - 1
    const char = text[index] ?? ""
    if (char === "\\") special.lastIndex = index + 2
    else if (!closing.includes(char)) continue
    else if (isEnd(text, index + 1, place)) {
      return { value: cleaned(text, at + 1, index, inner), end: index + 1, raw: text.slice(at + 1, index) }
    }
    // Only the first few matter: they tell one surplus quote from a quotation.
    else if (inner.length < 3) inner.push(index)
  }
  return undefined
}

/** Whether a string ends here: it does if the text that follows could follow a string. */
function isEnd(text: string, from: number, place: StringPlace): boolean {
  SPACE.lastIndex = from
  SPACE.test(text)
  const next = text[SPACE.lastIndex]
  if (next === undefined) return place !== "key"
  if (place === "key") return next === ":"
  if (next === "}" || next === "]") return place !== "alone"
  if (next === ")") return place === "argument"
  if (next === ",") return matches(AFTER_COMMA[place], text, SPACE.lastIndex + 1)
  return place === "member" && matches(NEXT_MEMBER, text, from)
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

/** Drops a single surplus quote at either end, as in `"path": ""a.txt"`; keeps quotes inside. */
function cleaned(text: string, from: number, to: number, inner: readonly number[]): string {
  const leads = inner[0] === from
  const trails = inner.at(-1) === to - 1
  const isExtra = inner.length === 1 ? leads || trails : inner.length === 2 && leads && trails
  if (!isExtra) return unescaped(text.slice(from, to))
  return unescaped(text.slice(leads ? from + 1 : from, trails ? to - 1 : to))
}

/** Keeps sequences that are not escapes as they are: "C:\Users" contains a backslash. */
export function unescaped(raw: string): string {
  if (!raw.includes("\\")) return raw
  return raw.replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([\s\S]))/g, (all, unicode, hex, char) => {
    if (unicode !== undefined || hex !== undefined) return String.fromCharCode(Number.parseInt(unicode ?? hex, 16))
    return Object.hasOwn(ESCAPES, char) ? (ESCAPES[char] as string) : all
  })
}

const ESCAPE = /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[\s\S])/g

/** "C:\Users\new": the first backslash is literal, so the second may be too, and then "\n" is not a line break. */
export function isAmbiguous(raw: string): boolean {
  const letters = (raw.match(ESCAPE) ?? []).filter((each) => /[A-Za-z]/.test(each[1] ?? ""))
  const isEscape = (each: string) => each.length > 2 || Object.hasOwn(ESCAPES, each[1] ?? "")
  return letters.some(isEscape) && !letters.every(isEscape)
}
