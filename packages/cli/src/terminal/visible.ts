// Escapes text so that every character is visible. Nothing is dropped: decoding gives the same text. Approval questions
// show calls this way.

/**
 * Characters that show nothing, or look like another: controls, line breaks, zero width, direction, odd spaces. Some
 * scripts have blank signs, and no Unicode property says which: all characters of those scripts.
 */
const BLANK = String.raw`\p{sc=Braille}\p{sc=Egyptian_Hieroglyphs}\p{sc=Khitan_Small_Script}\u{1d100}-\u{1d1ff}`
/**
 * Right-to-left characters: a terminal reverses the text between two of them, including shell operators. These are the
 * blocks that Unicode reserves for such letters, with those not assigned yet.
 */
const RIGHT_TO_LEFT = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`
const UNSEEN = String.raw`(?! )[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Me}${BLANK}${RIGHT_TO_LEFT}]`
/** A combining mark that does not follow a letter, or follows too many others, changes the look of its neighbours. */
const STRAY_MARK = String.raw`(?<![\p{L}\p{M}])\p{M}|(?<=\p{M}{3})\p{M}`
/** Many spaces can push the rest of a line to where it looks like another line. */
const MANY_SPACES = "(?<= {8}) "
/** The mark for omitted text, which only Pawl may write. */
const DOTS = "\u2026"

const TO_ESCAPE = new RegExp(String.raw`${UNSEEN}|${STRAY_MARK}|${MANY_SPACES}|${DOTS}|\\`, "gu")
const TO_ESCAPE_IN_VALUE = new RegExp(`${UNSEEN}|${STRAY_MARK}|${MANY_SPACES}|${DOTS}`, "gu")
const TO_ESCAPE_IN_JSON = new RegExp(String.raw`(?![\n\r\t])(?:${UNSEEN}|${STRAY_MARK})`, "gu")

const SHORT: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }

/** On one line. A backslash begins an escape, so a literal one is doubled. */
export function escaped(text: string): string {
  return text.replace(TO_ESCAPE, inShort)
}

function inShort(found: string): string {
  return SHORT[found] ?? units(found)
}

/** The inverse of `escaped`. */
export function unescaped(text: string): string {
  const long = Object.fromEntries(Object.entries(SHORT).map(([from, to]) => [to, from]))
  return text.replace(/\\u([0-9a-f]{4})|\\./g, (found, hex?: string) =>
    hex === undefined ? (long[found] ?? found) : String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** A value as JSON on one line, with invisible characters as JSON escapes. `JSON.parse` is the inverse. */
export function visibleValue(value: unknown): string {
  return JSON.stringify(value).replace(TO_ESCAPE_IN_VALUE, units)
}

/** Makes given JSON, on one line or many, safe for a terminal without changing its value. */
export function visibleJson(json: string): string {
  return json.replace(TO_ESCAPE_IN_JSON, units)
}

/** How a text is escaped: as by `escaped`, as by `visibleValue` for JSON, or not at all because it is escaped already. */
export type Writing = "text" | "json" | "visible"

/** A part of the text, escaped as it would be within the whole: that depends on the characters before it. */
export function writtenPart(raw: string, writing: Writing, from = 0, to = raw.length): string {
  if (writing === "visible") return raw.slice(from, to)
  const start = Math.max(0, from - LOOKS_BACK)
  const skipped = from - start
  const [pattern, write] = writing === "text" ? [TO_ESCAPE, inShort] : [TO_ESCAPE_IN_VALUE, units]
  const part = raw.slice(start, to)
  return part.replace(pattern, (found, at: number) => (at < skipped ? found : write(found))).slice(skipped)
}

/** More characters than any pattern above looks back. */
const LOOKS_BACK = 16

/**
 * How many columns the text takes at most. Terminals differ in which characters are two columns wide, and a count that is
 * too low would let the terminal wrap the row, so everything that is not ASCII counts twice.
 */
export function columnsOf(visible: string): number {
  let columns = 0
  for (const character of visible) columns += character === "\t" ? 8 : character < "\u0080" ? 1 : 2
  return columns
}

/**
 * Breaks a long text into rows that the terminal does not wrap, so that each can be told from Pawl's own lines. Joined they
 * are the text; `atSpaces` keeps words together where possible.
 */
export function rowsOf(visible: string, width: number, how?: { readonly atSpaces?: boolean }): readonly string[] {
  return [...rowsIn([visible], width, how)]
}

/** Lines of Pawl's own, broken between words. What is left of an indented line stays below it. */
export function wordWrapped(text: string, width: number): string {
  const lines = text.split("\n").flatMap((line) => {
    if (columnsOf(line) <= width) return [line]
    const [indent = ""] = /^ */.exec(line) ?? []
    const inner = indent === "" ? "" : `${indent}  `
    return rowsOf(line, Math.max(1, width - inner.length), { atSpaces: true }).map((row, at) =>
      at === 0 ? row.trimEnd() : inner + row.trimEnd(),
    )
  })
  return lines.join("\n")
}

/** Row by row, from a text in parts, so that a caller with very many rows can do other work in between. */
export function* rowsIn(visible: Iterable<string>, width: number, { atSpaces = false } = {}): Generator<string> {
  let row = ""
  let taken = 0
  for (const part of visible) {
    for (const piece of piecesOf(part)) {
      const columns = columnsOf(piece)
      if (row !== "" && taken + columns > width) {
        const space = atSpaces ? row.lastIndexOf(" ") + 1 : 0
        const end = space > row.length / 2 ? space : row.length
        yield row.slice(0, end)
        row = row.slice(end)
        taken = columnsOf(row)
      }
      row += piece
      taken += columns
    }
  }
  yield row
}

/** Pieces that must not be split: escapes and characters. */
export function piecesOf(visible: string): readonly string[] {
  return visible.match(/\\u[0-9a-f]{4}|\\.|./gsu) ?? []
}

function units(text: string): string {
  let written = ""
  for (let at = 0; at < text.length; at++) written += `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`
  return written
}
