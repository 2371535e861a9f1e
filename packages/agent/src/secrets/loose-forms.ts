// Finds secrets that are interrupted: base64 with line breaks, or hex with separators between bytes. The search has two
// steps, so that its time grows with the text and not with the number of secrets: first the text without the separators,
// then the place in the original.
import { escaped } from "./secret-forms.ts"

const HIDDEN = "[redacted]"

/** Programs break base64 into lines of 60 characters and more. */
const LINE_OF_BASE64 = 59

/** `forms`: the secrets without line breaks. */
export function cleanLines(text: string, forms: readonly string[]): string {
  const long = forms.filter((form) => form.length > LINE_OF_BASE64)
  if (long.length === 0 || !text.includes("\n")) return text
  const joined = text.replace(/\r?\n/g, "")
  const found = long.filter((form) => joined.includes(form))
  return found.reduce((cleaned, form) => cleaned.replace(inLines(form), HIDDEN), text)
}

function inLines(form: string): RegExp {
  return new RegExp(Array.from(form, escaped).join("(?:\\r?\\n)?"), "g")
}

/** Separators between bytes: "64 65", "64:65", "0x64, 0x65", "\\x64\\x65". */
const BETWEEN = String.raw`[\s:;,._-]{0,40}(?:0x|\\{1,2}x)?`

/** `hexes`: the secrets' bytes in hex, two lower-case digits each. */
export function cleanBytes(text: string, hexes: readonly string[]): string {
  if (hexes.length === 0) return text
  const digits = digitsIn(text)
  const found = hexes.filter((hex) => digits.includes(hex))
  return found.reduce((cleaned, hex) => cleaned.replace(apart(hex), HIDDEN), text)
}

function apart(hex: string): RegExp {
  return new RegExp((hex.match(/../g) ?? []).join(BETWEEN), "gi")
}

/** How many characters at the text's end may be the beginning of a secret in hex, separators included. */
export function openBytes(text: string, hexes: readonly string[]): number {
  const longest = hexes.reduce((most, hex) => Math.max(most, hex.length), 0)
  const tail = text.slice(-longest * 4)
  // The "0" may be the first half of "0x".
  const before = tail.endsWith("0") ? openRun(tail.slice(0, -1), hexes) : 0
  return Math.max(openRun(tail, hexes), before === 0 ? 0 : before + 1)
}

function openRun(tail: string, hexes: readonly string[]): number {
  const size = openEnd(digitsOf(tail), hexes)
  let chars = size
  while (chars < tail.length && digitsIn(tail.slice(-chars)).length < size) chars++
  return chars
}

/** The text's hex digits without separators; anything else becomes a gap. One pass, because texts may be long. */
function digitsIn(text: string): Buffer {
  const digits = Buffer.allocUnsafe(text.length)
  let size = 0
  for (let at = 0; at < text.length; at++) {
    const kind = KINDS[text.charCodeAt(at)] ?? GAP
    if (kind === BESIDE) continue
    // The 0 of "0x" is not a digit of a byte.
    if (kind === X) {
      if (text.charCodeAt(at - 1) === ZERO) size--
    } else digits[size++] = kind
  }
  return digits.subarray(0, size)
}

const [GAP, BESIDE, X, ZERO] = [1, 2, 3, 0x30]

/** By character: a hex digit in lower case, or its kind. */
const KINDS: readonly number[] = Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[0-9a-f]/i.test(char)) return char.toLowerCase().charCodeAt(0)
  if (/x/i.test(char)) return X
  return /[\s:;,._\\-]/.test(char) ? BESIDE : GAP
})

/** Whether the text ends with at least half of one of these forms, from its beginning. */
export function endsWithMost(text: string, forms: readonly string[]): boolean {
  return forms.some((form) => openEnd(text, [form]) * 2 >= form.length)
}

/** The text's hex digits, without what stands between bytes. */
export function digitsOf(text: string): string {
  return digitsIn(text).toString("latin1")
}

/** How many characters at the text's end may be the beginning of one of these forms. */
export function openEnd(text: string, forms: readonly string[]): number {
  return forms.reduce((longest, form) => {
    const first = form.charCodeAt(0)
    for (let size = Math.min(form.length - 1, text.length); size > longest; size--) {
      // Most texts are told apart by one character, without making a string.
      if (text.charCodeAt(text.length - size) === first && text.endsWith(form.slice(0, size))) return size
    }
    return longest
  }, 0)
}
